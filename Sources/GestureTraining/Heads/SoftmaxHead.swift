/// Softmax regression on the positive part of an embedding: a logit for none and one for each gesture.
public struct SoftmaxHead: Sendable, Hashable, Codable {
  /// The weights of none, then of each gesture; as many as an embedding has values.
  public let weights: [[Double]]
  /// What is added to the logits.
  public let biases: [Double]

  /// The logits of an embedding.
  func logits(_ embedding: [Float]) -> [Double] {
    zip(weights, biases).map { weights, bias in
      var sum = bias
      for index in weights.indices { sum += weights[index] * max(Double(embedding[index]), 0) }
      return sum
    }
  }
}
