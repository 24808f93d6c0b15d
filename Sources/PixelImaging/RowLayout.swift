/// The layout of rows of pixels in a buffer.
enum RowLayout {
  /// The bytes from one row to the next, checked against the buffer; `given` is nil for rows without gaps.
  ///
  /// - Parameters:
  ///   - count: pixels of a row, or other units of `unitByteCount` bytes.
  ///   - rowCount: rows; the last one may end at its last pixel.
  ///   - byteCount: the size of the buffer in bytes.
  /// - Precondition: `count`, `unitByteCount` and `rowCount` are at least 1.
  static func rowByteStride(
    _ given: Int?, count: Int, unitByteCount: Int, rowCount: Int, byteCount: Int
  ) throws(ImageError) -> Int {
    let (rowBytes, rowOverflow) = count.multipliedReportingOverflow(by: unitByteCount)
    guard !rowOverflow else { throw .bufferTooSmall(byteCount: byteCount, minimum: .max) }
    let stride = given ?? rowBytes
    guard stride >= rowBytes else { throw .rowStrideTooSmall(rowByteStride: stride, minimum: rowBytes) }
    let (rowsBefore, strideOverflow) = stride.multipliedReportingOverflow(by: rowCount - 1)
    let (needed, sumOverflow) = rowsBefore.addingReportingOverflow(rowBytes)
    guard !strideOverflow, !sumOverflow, needed <= byteCount else {
      throw .bufferTooSmall(byteCount: byteCount, minimum: strideOverflow || sumOverflow ? .max : needed)
    }
    return stride
  }
}
