import TensorKernels

/// An operator whose results are sums of products with a constant filter, plus a bias per channel.
///
/// For quantized tensors, the sums are of integers. Floats represent integers up to 2²⁴ exactly, so the float kernels,
/// including emitted ones, compute them without error as long as no sum can exceed that range.
package protocol SummingOperator: ActivationFusing {
  /// The places of picture, filter and bias among the inputs.
  static var summedInputs: (picture: Int, filter: Int, bias: Int) { get }
  /// The axis of the filter for the output's channels.
  static var filterChannelAxis: Int { get }
  /// Whether float inputs are quantized with a zero point if only the filter is quantized.
  func quantizesAsymmetrically(picture: [Int], filter: [Int], filterScales: [Float]) -> Bool
  /// The convolution without groups that the layer is for a picture and a filter; nil if it is none.
  func convolutionProblem(picture: [Int], filter: [Int]) throws(OperatorError) -> Convolution.Problem?
  /// The depthwise convolution that the layer is for a picture and a filter; nil if it is none, or has several filters
  /// for each channel.
  func depthwiseProblem(picture: [Int], filter: [Int]) throws(OperatorError) -> DepthwiseConvolution.Problem?
  /// How LiteRT's reference kernel rounds results.
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

  /// The sums without an activation.
  var withoutActivation: Self {
    var sums = self
    sums.activation = .none
    return sums
  }
}

extension FusedActivation {
  /// The interval of quantized results: that of the activation within the range of the element type.
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
