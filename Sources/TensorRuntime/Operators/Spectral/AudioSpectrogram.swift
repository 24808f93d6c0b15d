import TFLiteFormat
import TensorKernels

/// The spectra of windows of sound (TFLite's custom operator `AudioSpectrogram`).
///
/// - Input: floats `[samples, channels]`. Output: floats `[channels, windows, frequencies]`, none of
///   fewer samples than a window has.
/// - Options: `window_size` and `stride` in samples; with `magnitude_squared`, squares of magnitudes.
/// - Formula: ``Spectrogram``.
struct AudioSpectrogram: BuiltinCustomOperator, ProblemOperation {
  static let customName = "AudioSpectrogram"

  private let window: Int, stride: Int, isSquared: Bool

  init(options: Bytes) throws(OperatorError) {
    let options = try FlexOptions(options)
    window = try options.integer("window_size", 2...FixedLimits.customExtent)
    stride = try options.integer("stride", 1...FixedLimits.customExtent)
    isSquared = try options.integer("magnitude_squared", 0...1, default: 0) == 1
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Spectrogram.Problem {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, rank: 2...2).shape
    return Spectrogram.Problem(
      channels: input[1], windows: input[0] < window ? 0 : 1 + (input[0] - window) / stride, window: window,
      stride: stride, isSquared: isSquared)
  }

  func outputTypes(of problem: Spectrogram.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, [problem.channels, problem.windows, problem.frequencies])]
  }

  func packedByteCount(of problem: Spectrogram.Problem) -> Int? { problem.heldByteCount }

  /// Each number of a transform is in as many sums as its length has binary digits.
  func repeatedWork(of problem: Spectrogram.Problem) -> Int {
    saturatingProduct(problem.channels, problem.windows, problem.length, problem.length.trailingZeroBitCount)
  }

  func prepare(
    _ problem: Spectrogram.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(Spectrogram.family, problem)
  }
}
