/// How a filter window slides over a picture: the geometry shared by convolution, depthwise convolution and pooling.
package struct Window2D: Sendable, Hashable {
  /// Height and width of the input, in pixels.
  package let inputHeight: Int, inputWidth: Int
  /// Height and width of the output, in pixels.
  package let outputHeight: Int, outputWidth: Int
  /// Height and width of the filter, in taps.
  package let filterHeight: Int, filterWidth: Int
  /// Input pixels from one output pixel to the next.
  package let strideY: Int, strideX: Int
  /// Input pixels from one tap to the next.
  package let dilationY: Int, dilationX: Int
  /// Rows above and columns left of the input that the first window covers; they count as zero (or as absent, for
  /// pooling).
  package let paddingTop: Int, paddingLeft: Int

  /// Describes a window; the operator has checked all sizes.
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

  /// Whether a pixel lies inside the input.
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
