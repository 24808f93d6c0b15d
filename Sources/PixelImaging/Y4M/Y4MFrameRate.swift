/// Frames per second as a fraction, such as 30000/1001.
public struct Y4MFrameRate: Sendable, Hashable {
  /// Frames in `denominator` seconds, at least 1.
  public let numerator: Int
  /// Seconds, at least 1.
  public let denominator: Int

  /// A rate; nil unless both numbers are from 1 to 4294967295.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    let range = 1...Int(UInt32.max)
    guard range.contains(numerator), range.contains(denominator) else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// When a frame is shown, in milliseconds after the first, rounded; at most 2⁶².
  public func milliseconds(ofFrame index: Int) -> Int {
    let time = Double(index) * 1000 * Double(denominator) / Double(numerator)
    return Int(min(time.rounded(), 0x1p62))
  }
}
