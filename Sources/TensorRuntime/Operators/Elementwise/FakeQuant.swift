import TFLiteFormat
import TensorKernels

/// Floats rounded as if they were quantized and dequantized (TFLite `FAKE_QUANT`).
///
/// - Input: float32, any shape. Output: the same type.
/// - Formula: `step · round((clamp(x) − lower) / step) + lower`, where the interval of `2^num_bits − 1` steps from
///   `min` to `max` is moved so that zero is one of its numbers.
/// - Edge cases: NaN gives the lower end. An interval that is empty or infinite gives NaN.
struct FakeQuant: UnaryOperator {
  static let tfliteName = "FAKE_QUANT"
  static let builtinCode = 80

  let function: UnaryFunction

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let (min, max, bits) = (try options.float(0), try options.float(1), try options.integer(2))
    guard (1...16).contains(bits) else { throw .option(name: "num_bits", value: bits) }
    guard try !options.flag(3) else { throw .option(name: "narrow_range", value: 1) }
    let last = Float(1 << bits - 1), step = (max - min) / last
    let zero = (0 - min / step).rounded()
    // False for NaN, too.
    let nearest = zero > 0 ? Swift.min(zero, last) : 0
    function = .stepped(step: step, lower: (0 - nearest) * step, upper: (last - nearest) * step)
  }
}
