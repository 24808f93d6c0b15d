/// How pixel values become tensor values: `(value − mean) / standardDeviation`.
public struct Normalization: Sendable, Equatable {
  /// One mean, or one per channel.
  public let mean: [Float]
  /// One standard deviation, or one per channel.
  public let standardDeviation: [Float]
}
