/// A layer of random weights, which a seed gives: what it adds to a model's file is eight bytes.
package struct RandomLayer: Sendable {
  /// The outputs.
  package static let count = 1024
  static let lanes = 8

  /// By eight outputs and then by inputs.
  private let weights: [SIMD8<Float>]
  private let biases: [SIMD8<Float>]

  /// The layer of a seed.
  package init(seed: UInt64) {
    var generator = SplitMix(state: seed)
    let blocks = Self.count / Self.lanes
    // Equally distributed, with a variance of 1 / inputs.
    let scale = (3 / Float(MotionFeatures.count)).squareRoot()
    var weights = [SIMD8<Float>](repeating: .zero, count: blocks * MotionFeatures.count)
    var biases = [SIMD8<Float>](repeating: .zero, count: blocks)
    for block in 0..<blocks {
      for lane in 0..<Self.lanes {
        for input in 0..<MotionFeatures.count {
          weights[block * MotionFeatures.count + input][lane] = generator.next() * scale
        }
        biases[block][lane] = generator.next()
      }
    }
    (self.weights, self.biases) = (weights, biases)
  }

  /// Calls `body` with each eight outputs for an input, and their number.
  @inline(__always)
  package func forEachBlock(_ input: [Float], _ body: (Int, SIMD8<Float>) -> Void) {
    let count = MotionFeatures.count
    weights.withUnsafeBufferPointer { weights in
      input.withUnsafeBufferPointer { input in
        for block in 0..<biases.count {
          var (first, second) = (biases[block], SIMD8<Float>.zero)
          let start = block * count
          var index = 0
          while index < count {
            first += weights[start + index] * input[index]
            second += weights[start + index + 1] * input[index + 1]
            index += 2
          }
          first += second
          body(block, first.replacing(with: 0, where: first .< 0))
        }
      }
    }
  }
}

/// The generator of random numbers SplitMix64.
package struct SplitMix: Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  /// The next 64 bits.
  package mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from -1 to 1.
  package mutating func next() -> Float { Float(bits() >> 40) / Float(1 << 23) - 1 }
}
