import MudraPlatform

/// What tells gestures apart: a function from an embedding to a score for none and for each gesture.
package enum GestureHead: Sendable, Hashable, Codable {
  /// Distances to the gestures' means, with a limit.
  case distance(DistanceHead)
  /// Softmax regression.
  case softmax(SoftmaxHead)

  /// The number of gestures.
  package var gestureCount: Int {
    switch self {
    case .distance(let head): head.space.means.count
    case .softmax(let head): head.weights.count - 1
    }
  }

  /// The number of values of an embedding.
  package var embeddingSize: Int {
    switch self {
    case .distance(let head): head.space.size
    case .softmax(let head): head.weights[0].count
    }
  }

  /// The scores of an embedding: of none, then of each gesture. They add up to 1.
  ///
  /// - Precondition: the embedding has ``embeddingSize`` values.
  package func scores(_ embedding: [Float]) -> [Double] {
    precondition(embedding.count == embeddingSize, "an embedding of another network")
    let logits: [Double]
    switch self {
    case .distance(let head):
      logits = ([head.squaredLimit] + head.squaredDistances(of: embedding)).map { -head.sharpness * $0 / 2 }
    case .softmax(let head): logits = head.logits(embedding)
    }
    let highest = logits.max() ?? 0
    let exponentials = logits.map { exp($0 - highest) }
    let sum = exponentials.reduce(0, +)
    return exponentials.map { $0 / sum }
  }

  /// Whether an embedding is taken for a gesture.
  func accepts(_ embedding: [Float]) -> Bool {
    scores(embedding).dropFirst().contains { $0 >= Double(Self.scoreThreshold) }
  }

  /// Whether all numbers of the network are finite as 32-bit floats.
  var isRepresentable: Bool {
    let numbers: [Double]
    switch self {
    case .distance(let head):
      let layers = DistanceLayers(head)
      numbers = head.space.whitening + layers.bias + layers.weights + layers.offsets
    case .softmax(let head): numbers = head.weights.flatMap(\.self) + head.biases
    }
    return numbers.allSatisfy { Float($0).isFinite }
  }
}

/// The constants of a ``DistanceHead`` as a network.
struct DistanceLayers {
  /// What is added to the whitened point: −Uμ̄.
  let bias: [Double]
  /// For none and each gesture, row by row: weights of the point, then of its squares.
  let weights: [Double]
  /// What is added to the logit of none and of each gesture.
  let offsets: [Double]

  init(_ head: DistanceHead) {
    let (space, size, beta) = (head.space, head.space.size, head.sharpness)
    bias = MeanSpace.product(space.whitening, space.center).map { -$0 }
    let zeros = [Double](repeating: 0, count: size)
    // With |z|²/2 added to all logits, those of the gestures are linear: −|z − m|²/2 = z·m − |m|²/2 − |z|²/2.
    weights =
      zeros + [Double](repeating: beta / 2, count: size)
      + space.means.flatMap { mean in mean.map { beta * $0 } + zeros }
    offsets =
      [-beta * head.squaredLimit / 2]
      + space.means.map { mean in -beta * MeanSpace.squaredDistance(mean, zeros) / 2 }
  }
}
