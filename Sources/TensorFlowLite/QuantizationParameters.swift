/// How the integers of a tensor represent real numbers: `real = scale · (integer − zeroPoint)`.
public struct QuantizationParameters: Equatable, Hashable, Sendable {
  /// The difference of the real numbers that two neighboring integers represent.
  public let scale: Float
  /// The integer that represents zero.
  public let zeroPoint: Int

  /// Parameters of one scale.
  public init(scale: Float, zeroPoint: Int) {
    (self.scale, self.zeroPoint) = (scale, zeroPoint)
  }
}
