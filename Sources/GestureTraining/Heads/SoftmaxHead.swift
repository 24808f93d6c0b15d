/// Softmax regression on the positive part of an embedding: a logit for none and one for each gesture.
package struct SoftmaxHead: Sendable, Hashable {
  /// The weights of none, then of each gesture; as many as an embedding has values.
  package let weights: [[Double]]
  /// What is added to the logits.
  package let biases: [Double]

  init(weights: [[Double]], biases: [Double]) {
    self.weights = weights
    self.biases = biases
  }

  /// The logits of an embedding.
  func logits(_ embedding: [Float]) -> [Double] {
    zip(weights, biases).map { weights, bias in
      var sum = bias
      for index in weights.indices { sum += weights[index] * max(Double(embedding[index]), 0) }
      return sum
    }
  }
}

extension SoftmaxHead: Codable {
  private enum CodingKeys: CodingKey {
    case weights, biases
  }

  /// Reads a head, and checks that its parts fit together.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weights = try container.decode([[Double]].self, forKey: .weights)
    biases = try container.decode([Double].self, forKey: .biases)
    let size = weights.first?.count ?? 0
    try container.require(
      (2...GestureTrainer.gestureLimit + 1).contains(weights.count)
        && (1...HandEmbedding.sizeLimit).contains(size) && weights.allSatisfy { $0.count == size }, .weights,
      "rows of one size are needed, for none and at least one gesture")
    try container.require(biases.count == weights.count, .biases, "\(weights.count) numbers are needed")
    try container.require(
      biases.allSatisfy(\.isFinite) && weights.allSatisfy { $0.allSatisfy(\.isFinite) }, .weights,
      "a number is not finite")
  }
}
