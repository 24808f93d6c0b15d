/// A closed-form network: a random layer, and a weight for each of its outputs and each motion.
package struct MotionNetwork: Sendable {
  /// The seed of the random layer.
  package let seed: UInt64
  /// The mean of each feature, and what it is divided by.
  package let means: [Float]
  package let scales: [Float]
  /// By motion: the weights of the layer's outputs, and last a bias.
  package let weights: [[Float]]
  let layer: RandomLayer
  private let blocks: [SIMD8<Float>]
  private let biases: [Float]

  /// Features that are further from the mean than this, in all, are brought nearer: nothing is known out there.
  static let farthest: Float = 20

  package init(seed: UInt64, means: [Float], scales: [Float], weights: [[Float]], layer: RandomLayer? = nil) {
    self.seed = seed
    self.means = means
    self.scales = scales
    self.weights = weights
    self.layer = layer ?? RandomLayer(seed: seed)
    var blocks: [SIMD8<Float>] = []
    for block in 0..<RandomLayer.count / RandomLayer.lanes {
      for row in weights {
        var lanes = SIMD8<Float>()
        for lane in 0..<RandomLayer.lanes { lanes[lane] = row[block * RandomLayer.lanes + lane] }
        blocks.append(lanes)
      }
    }
    self.blocks = blocks
    biases = weights.map { $0[RandomLayer.count] }
  }

  /// Brings features into the network's units.
  package static func normalize(_ features: [Float], means: [Float], scales: [Float], into input: inout [Float]) {
    var squares: Float = 0
    for index in input.indices {
      let value = (features[index] - means[index]) / scales[index]
      input[index] = value
      squares += value * value
    }
    let length = squares.squareRoot()
    guard length > farthest else { return }
    for index in input.indices { input[index] *= farthest / length }
  }

  /// Sets `scores` to how much normalized features look like each motion: about 1 for it, about 0 for anything else.
  package func score(_ input: [Float], into scores: inout [Float]) {
    let count = biases.count
    for motion in 0..<count { scores[motion] = biases[motion] }
    blocks.withUnsafeBufferPointer { blocks in
      scores.withUnsafeMutableBufferPointer { scores in
        layer.forEachBlock(input) { block, outputs in
          for motion in 0..<count { scores[motion] += (blocks[block * count + motion] * outputs).sum() }
        }
      }
    }
  }
}
