/// Locates a picture's rows: contiguous, or in a ring that holds the last few.
///
///     ring of 4, rows 3…6 in it:   | 4 | 5 | 6 | 3 |
package struct PictureRows {
  private let start: UnsafePointer<Float>
  private let rowStride: Int
  private let capacity: Int
  private let shift: Int

  /// - Parameter rowStride: elements between rows.
  package init(start: UnsafePointer<Float>, rowStride: Int) {
    self.init(ring: start, rowStride: rowStride, capacity: .max, shift: 0)
  }

  /// A ring of `capacity` rows, in which row `y` has place `(y + shift) mod capacity`.
  package init(ring start: UnsafePointer<Float>, rowStride: Int, capacity: Int, shift: Int) {
    self.start = start
    self.rowStride = rowStride
    self.capacity = capacity
    self.shift = shift
  }

  /// The place of row `y`, at least 0.
  package func place(_ y: Int) -> Int { (y + shift) % capacity }

  /// The first element of row `y`, at least 0.
  package subscript(y: Int) -> UnsafePointer<Float> { start + place(y) * rowStride }
}
