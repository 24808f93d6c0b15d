import TensorKernels

/// A block of convolutions, of which there are none: they pay with emitted code alone.
enum DepthwiseBlock {
  static let addend = 7

  var expand: Conv2D? { switch self {} }
  var project: Conv2D? { switch self {} }

  func problem(
    of depthwise: DepthwiseConv2D, _ inputs: Operands
  ) throws(OperatorError) -> ConvolutionBlock.Problem {
    switch self {}
  }

  func prepare(
    _ depthwise: DepthwiseConv2D, _ problem: ConvolutionBlock.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    switch self {}
  }
}
