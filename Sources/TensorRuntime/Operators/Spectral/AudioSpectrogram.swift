import MudraPlatform
import TFLiteFormat
import TensorKernels

/// The spectra of windows of sound (TFLite's custom operator `AudioSpectrogram`).
///
/// - Input: floats `[samples, channels]`. Output: floats `[channels, windows, frequencies]`, none of
///   fewer samples than a window has.
/// - Options: `window_size` and `stride` in samples; with `magnitude_squared`, squares of magnitudes.
/// - Formula: a window is multiplied by `½ − ½ cos(2πi / window_size)` and filled with zeros up to the next power of
///   two, whose transform is computed in double precision. Source: TFLite's `internal/spectrogram.cc`.
struct AudioSpectrogram: BuiltinCustomOperator, ProblemOperation {
  static let customName = "AudioSpectrogram"

  private let window: Int, stride: Int, isSquared: Bool

  init(options: Bytes) throws(OperatorError) {
    let options = try FlexOptions(options)
    window = try options.integer("window_size", 2...FixedLimits.customExtent)
    stride = try options.integer("stride", 1...FixedLimits.customExtent)
    isSquared = try options.integer("magnitude_squared", 0...1, default: 0) == 1
  }

  struct Parts: Sendable {
    let channels: Int, windows: Int, window: Int, stride: Int, isSquared: Bool
    /// The power of two that the transform has.
    let length: Int
    var frequencies: Int { length / 2 + 1 }
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Parts {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, rank: 2...2).shape
    return Parts(
      channels: input[1], windows: input[0] < window ? 0 : 1 + (input[0] - window) / stride, window: window,
      stride: stride, isSquared: isSquared, length: 1 << (Int.bitWidth - (window - 1).leadingZeroBitCount))
  }

  func outputTypes(of parts: Parts) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, [parts.channels, parts.windows, parts.frequencies])]
  }

  func packedByteCount(of parts: Parts) -> Int? { 8 * (parts.window + parts.length) }

  /// Each number of a transform is in as many sums as its length has binary digits.
  func repeatedWork(of parts: Parts) -> Int {
    saturatingProduct(parts.channels, parts.windows, parts.length, parts.length.trailingZeroBitCount)
  }

  func prepare(_ parts: Parts, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(parts)
  }

  private final class Prepared: PreparedOperator {
    let parts: Parts
    let factors: [Double]
    let transform: FourierTransform

    init(_ parts: Parts) {
      self.parts = parts
      factors = (0..<parts.window).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(parts.window)) }
      transform = FourierTransform(parts.length)
    }

    var provider: KernelProvider { .reference }
    var usefulShareCount: Int { parts.channels * parts.windows }
    var heldByteCount: Int { 8 * (parts.window + parts.length) }
    var scratchByteCount: Int { 16 * parts.length }

    func run(_ io: OperatorIO) {
      let numbers = io.scratchBytes.assumingMemoryBound(to: SIMD2<Double>.self)
      for index in io.share(of: parts.channels * parts.windows) {
        let (channel, window) = index.quotientAndRemainder(dividingBy: parts.windows)
        let source = io.input(0) + window * parts.stride * parts.channels + channel
        for place in 0..<parts.window {
          numbers[place] = [Double(source[place * parts.channels]) * factors[place], 0]
        }
        (numbers + parts.window).update(repeating: .zero, count: parts.length - parts.window)
        transform.run(numbers)
        let target = io.output(0) + index * parts.frequencies
        for place in 0..<parts.frequencies {
          let number = numbers[place], square = Float(number.x * number.x + number.y * number.y)
          target[place] = parts.isSquared ? square : square.squareRoot()
        }
      }
    }
  }
}
