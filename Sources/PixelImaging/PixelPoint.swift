/// A position in an image in pixel indices: (3, 0) is the centre of the fourth pixel of the top row.
public struct PixelPoint: Sendable, Hashable {
  /// Column.
  public var x: Float
  /// Row, downwards.
  public var y: Float

  /// A position from column and row.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}
