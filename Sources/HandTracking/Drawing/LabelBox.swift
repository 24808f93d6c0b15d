/// A rectangle of whole pixels; (`x`, `y`) is its top left pixel.
package struct LabelBox: Sendable, Hashable {
  /// The column of the left edge.
  package let x: Int
  /// The row of the top edge.
  package let y: Int
  /// Pixels of a row.
  package let width: Int
  /// Rows.
  package let height: Int

  /// A rectangle from its top left pixel and its sides.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The number of pixels that two rectangles share.
  package func overlap(_ other: LabelBox) -> Int {
    let columns = min(x + width, other.x + other.width) - max(x, other.x)
    let rows = min(y + height, other.y + other.height) - max(y, other.y)
    return max(columns, 0) * max(rows, 0)
  }

  /// The square of the distance between two rectangles' centers, times 4.
  func squaredDistance(_ other: LabelBox) -> Int {
    let dx = 2 * (x - other.x) + width - other.width
    let dy = 2 * (y - other.y) + height - other.height
    return dx * dx + dy * dy
  }
}
