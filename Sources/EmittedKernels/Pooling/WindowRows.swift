import TensorKernels

extension AlignedBuffer {
  /// The addresses of the input rows under the window, for each of some output rows, counted over all pictures.
  ///
  /// - Parameters:
  ///   - outside: replaces rows outside a picture; nil for the nearest row inside.
  convenience init(
    rowsUnder window: Window2D, of lines: Range<Int>, in input: UnsafeRawPointer, rowByteCount: Int,
    outside: UnsafePointer<Float>? = nil
  ) {
    self.init(pointers: lines.count * window.filterHeight)
    for (index, line) in lines.enumerated() {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let inside = window.rowTaps(y)
      for ky in 0..<window.filterHeight {
        let tap = min(max(ky, inside.lowerBound), inside.upperBound - 1)
        let row = input + (picture * window.inputHeight + window.firstRow(y) + tap) * rowByteCount
        setPointer(
          index * window.filterHeight + ky,
          to: tap == ky ? row.assumingMemoryBound(to: Float.self) : outside ?? row.assumingMemoryBound(to: Float.self))
      }
    }
  }
}
