import TFLiteFormat
import TensorKernels

/// Mel-frequency cepstral coefficients of sound (TFLite's custom operator `Mfcc`).
///
/// - Inputs: squared magnitudes `[channels, windows, frequencies]`, as of ``AudioSpectrogram``; the sample rate, one
///   int32; one that is known only at run time begins a stage.
/// - Output: floats `[channels, windows, dct_coefficient_count]`.
/// - Options: the limits of frequency in Hz, the number of filters and that of coefficients.
/// - Formula: ``Cepstrum``.
struct MelCepstrum: BuiltinCustomOperator, ProblemOperation {
  static let customName = "Mfcc"

  private let lowest: Double, highest: Double, filters: Int, coefficients: Int

  init(options: Bytes) throws(OperatorError) {
    let options = try FlexOptions(options)
    // LiteRT reads whole numbers.
    lowest = Double(try options.float("lower_frequency_limit").rounded(.towardZero))
    highest = Double(try options.float("upper_frequency_limit").rounded(.towardZero))
    guard lowest >= 0, highest > lowest else {
      throw .customOptions("frequencies from \(lowest) to \(highest)")
    }
    filters = try options.integer("filterbank_channel_count", 1...FixedLimits.customExtent)
    coefficients = try options.integer("dct_coefficient_count", 1...filters)
    guard saturatingProduct(filters, coefficients) <= FixedLimits.cosineCount else {
      throw .customOptions("\(coefficients) coefficients of \(filters) filters")
    }
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Cepstrum.Problem {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, rank: 3...3).shape
    let rate = try inputs.type(1, of: [.int32])
    guard rate.elementCount == 1 else { throw .inputShape(input: 1, expected: "one element", found: rate.shape) }
    let rates = try inputs.integers(1)
    guard rates[0] > 0 else { throw .value(name: "sample rate", rates[0]) }
    guard !input.contains(0), input[2] > 1 else {
      throw .inputShape(input: 0, expected: "windows of at least two frequencies", found: input)
    }
    let step = 0.5 * Double(rates[0]) / Double(input[2] - 1)
    guard highest / step < Double(input[2]) else {
      throw .customOptions("upper_frequency_limit \(highest) is more than half of the sample rate \(rates[0])")
    }
    return Cepstrum.Problem(
      channels: input[0], windows: input[1], frequencies: input[2], step: step, lowest: lowest, highest: highest,
      filters: filters, coefficients: coefficients)
  }

  func outputTypes(of problem: Cepstrum.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, [problem.channels, problem.windows, problem.coefficients])]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  /// The filters, and the cosines.
  func packedByteCount(of problem: Cepstrum.Problem) -> Int? {
    16 * problem.frequencies + 8 * problem.coefficients * problem.filters
  }

  func repeatedWork(of problem: Cepstrum.Problem) -> Int {
    saturatingProduct(problem.channels, problem.windows, problem.coefficients, problem.filters)
  }

  func prepare(
    _ problem: Cepstrum.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(Cepstrum.family, problem)
  }
}
