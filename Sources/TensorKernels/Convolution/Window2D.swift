/// The sliding window of convolution, depthwise convolution and pooling.
package struct Window2D: Sendable, Hashable {
  package let inputHeight: Int, inputWidth: Int
  package let outputHeight: Int, outputWidth: Int
  package let filterHeight: Int, filterWidth: Int
  /// Input pixels between output pixels.
  package let strideY: Int, strideX: Int
  /// Input pixels between taps.
  package let dilationY: Int, dilationX: Int
  /// Rows above and columns left of the input in the first window; they count as zero, or as absent for pooling.
  package let paddingTop: Int, paddingLeft: Int

  /// - Precondition: the operator has checked all sizes.
  package init(
    input: (height: Int, width: Int), output: (height: Int, width: Int), filter: (height: Int, width: Int),
    stride: (y: Int, x: Int), dilation: (y: Int, x: Int) = (1, 1), padding: (top: Int, left: Int)
  ) {
    (inputHeight, inputWidth) = input
    (outputHeight, outputWidth) = output
    (filterHeight, filterWidth) = filter
    (strideY, strideX) = stride
    (dilationY, dilationX) = dilation
    (paddingTop, paddingLeft) = padding
  }

  /// The input row under the first tap of output row `y`; may be negative.
  @inline(__always)
  package func firstRow(_ y: Int) -> Int { y * strideY - paddingTop }

  /// The input column under the first tap of output column `x`; may be negative.
  @inline(__always)
  package func firstColumn(_ x: Int) -> Int { x * strideX - paddingLeft }

  /// The taps of output row `y` that are inside the input.
  @inline(__always)
  package func rowTaps(_ y: Int) -> Range<Int> {
    Self.taps(first: firstRow(y), step: dilationY, limit: inputHeight, count: filterHeight)
  }

  /// The taps of output column `x` that are inside the input.
  @inline(__always)
  package func columnTaps(_ x: Int) -> Range<Int> {
    Self.taps(first: firstColumn(x), step: dilationX, limit: inputWidth, count: filterWidth)
  }

  @inline(__always)
  func contains(row: Int, column: Int) -> Bool {
    row >= 0 && row < inputHeight && column >= 0 && column < inputWidth
  }

  @inline(__always)
  private static func taps(first: Int, step: Int, limit: Int, count: Int) -> Range<Int> {
    let low = first >= 0 ? 0 : min((-first + step - 1) / step, count)
    let high = limit <= first ? 0 : min((limit - first + step - 1) / step, count)
    return low..<max(low, high)
  }
}

extension Window2D {
  /// Output columns with all taps inside the picture.
  var wholeColumns: Range<Int> {
    let reach = (filterWidth - 1) * dilationX
    let first = min((max(paddingLeft, 0) + strideX - 1) / strideX, outputWidth)
    let room = inputWidth - 1 - reach + paddingLeft
    return first..<max(room < 0 ? 0 : min(room / strideX + 1, outputWidth), first)
  }
}
