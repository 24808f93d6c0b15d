import TensorKernels

/// An operator that sums products with a constant filter, plus a bias per channel.
///
/// For quantized tensors, float kernels compute the integer sums exactly as long as none can exceed 2²⁴.
package protocol SummingOperator: ActivationFusing {
  /// Indices of picture, filter and bias in the inputs.
  static var summedInputs: (picture: Int, filter: Int, bias: Int) { get }
  /// The filter's axis of output channels.
  static var filterChannelAxis: Int { get }
  /// Whether dynamic quantization of floats uses a zero point.
  func quantizesAsymmetrically(picture: [Int], filter: [Int], filterScales: [Float]) -> Bool
  /// The equivalent convolution without groups, if any.
  func convolutionProblem(picture: [Int], filter: [Int]) throws(OperatorError) -> Convolution.Problem?
  /// The equivalent depthwise convolution with one filter per channel, if any.
  func depthwiseProblem(picture: [Int], filter: [Int]) throws(OperatorError) -> DepthwiseConvolution.Problem?
  /// As in LiteRT's reference kernel.
  static var rounding: FixedPointMultiplier.Rounding { get }
}

extension SummingOperator {
  package static var summedInputs: (picture: Int, filter: Int, bias: Int) { (0, 1, 2) }
  package func quantizesAsymmetrically(picture: [Int], filter: [Int], filterScales: [Float]) -> Bool { true }
  package func convolutionProblem(
    picture: [Int], filter: [Int]
  ) throws(OperatorError) -> Convolution.Problem? { nil }
  package func depthwiseProblem(
    picture: [Int], filter: [Int]
  ) throws(OperatorError) -> DepthwiseConvolution.Problem? { nil }
  package static var rounding: FixedPointMultiplier.Rounding { .twice }

  package var hasInt64Bias: Bool { true }

  var withoutActivation: Self {
    var sums = self
    sums.activation = .none
    return sums
  }
}

extension FusedActivation {
  /// The limits of quantized results: the activation's within the type's range.
  func quantizedLimits(scale: Float, zeroPoint: Int, _ range: ClosedRange<Int>) -> ClosedRange<Int> {
    func quantized(_ value: Float) -> Int {
      guard value.isFinite else { return value < 0 ? range.lowerBound : range.upperBound }
      let steps = (value / scale).rounded(.toNearestOrAwayFromZero)
      return zeroPoint + Int(max(-65536, min(steps, 65536)))
    }
    let lower = min(max(quantized(limits.lower), range.lowerBound), range.upperBound)
    return lower...max(lower, min(quantized(limits.upper), range.upperBound))
  }
}
