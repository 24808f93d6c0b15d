/// A position in an image in pixel indices: (3, 0) is the center of the fourth pixel of the top row.
package struct PixelPoint: Sendable, Hashable {
  /// Column.
  package var x: Float
  /// Row, downwards.
  package var y: Float

  /// A position from column and row.
  package init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}
