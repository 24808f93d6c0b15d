import TFLiteFormat
import TensorKernels

/// Floats to integers by their range, which is determined when the model runs, for layers with only a quantized filter.
///
/// - Input: float32, any shape, divided into `groups` equal groups (pictures of a batch, or rows of a dense layer).
/// - Outputs: the integers minus their zero point, as floats; one scale per group.
/// - Formula: TFLite's `SymmetricQuantizeFloats` (`round(x · 127 / max|x|)`) and `AsymmetricQuantizeFloats` (the range
///   with zero, over −128…127, the zero point nudged to an integer).
struct DynamicQuantization: TypedOperation {
  let name: String
  let groups: Int
  let isAsymmetric: Bool

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let input = try inputs.type(0)
    return [input, try TensorType(.float32, [groups])]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(
      groups: groups, length: groups == 0 ? 0 : context.outputs[0].elementCount / groups, isAsymmetric: isAsymmetric)
  }

  private struct Prepared: PreparedOperator {
    let groups: Int, length: Int
    let isAsymmetric: Bool
    var provider: KernelProvider { .simd }

    var usefulShareCount: Int { groups }

    func run(_ io: OperatorIO) {
      for group in io.share(of: groups) {
        let input: UnsafePointer<Float> = io.input(0) + group * length
        let output: UnsafeMutablePointer<Float> = io.output(0) + group * length
        let (low, high) = limits(input)
        let range = isAsymmetric ? asymmetric(low, high) : symmetric(low, high)
        io.output(1, as: Float.self)[group] = range.scale
        quantize(input, range, output)
      }
    }

    /// The range of the elements, with zero; NaNs are left out.
    private func limits(_ input: UnsafePointer<Float>) -> (low: Float, high: Float) {
      var (lows, highs) = (Vector4(), Vector4())
      var index = 0
      while index + 4 <= length {
        let values = Vector4(loading: input + index)
        lows.replace(with: values, where: values .< lows)
        highs.replace(with: values, where: values .> highs)
        index += 4
      }
      var (low, high) = (lows.min(), highs.max())
      while index < length {
        if input[index] < low { low = input[index] }
        if input[index] > high { high = input[index] }
        index += 1
      }
      return (low, high)
    }

    /// Integers of a range minus their zero point.
    private func quantize(_ input: UnsafePointer<Float>, _ range: Range, _ output: UnsafeMutablePointer<Float>) {
      let (lower, upper) = (Vector4(repeating: range.lower), Vector4(repeating: 127))
      let (zeroPoint, inverse) = (Vector4(repeating: range.zeroPoint), Vector4(repeating: range.inverse))
      var index = 0
      while index + 4 <= length {
        let value = zeroPoint + Vector4(loading: input + index) * inverse
        // A NaN becomes the lower limit. Limits before rounding are those after it, for they are whole.
        var limited = lower.replacing(with: value, where: value .> lower)
        limited.replace(with: upper, where: limited .> upper)
        let whole = SIMD4<Int32>(limited)
        // The doubled fraction without its own fraction is what ties away from zero add.
        let fraction = limited - Vector4(whole)
        (Vector4(whole &+ SIMD4<Int32>(fraction + fraction)) - zeroPoint).store(to: output + index)
        index += 4
      }
      while index < length {
        let value = (range.zeroPoint + input[index] * range.inverse).rounded(.toNearestOrAwayFromZero)
        let limited = value > range.lower ? min(value, 127) : range.lower
        output[index] = limited - range.zeroPoint
        index += 1
      }
    }

    private typealias Range = (scale: Float, inverse: Float, zeroPoint: Float, lower: Float)

    private func symmetric(_ low: Float, _ high: Float) -> Range {
      let range = max(-low, high)
      guard range > 0, range.isFinite else { return (1, 0, 0, -127) }
      return (range / 127, 127 / range, 0, -127)
    }

    private func asymmetric(_ low: Float, _ high: Float) -> Range {
      let (low, high) = (Double(low), Double(high))
      guard low != high, (high - low).isFinite else { return (1, 0, 0, -128) }
      let scale = (high - low) / 255
      let (fromLow, fromHigh) = (-128 - low / scale, 127 - high / scale)
      let isLowBetter = 128 + abs(low / scale) < 127 + abs(high / scale)
      let zeroPoint = max(-128, min((isLowBetter ? fromLow : fromHigh).rounded(.toNearestOrAwayFromZero), 127))
      return (Float(scale), 1 / Float(scale), Float(zeroPoint), -128)
    }
  }
}

/// Exact sums of a layer with a quantized filter, converted to real numbers.
///
/// - Inputs: sums, whose last axis is the channels; one input scale for each group of ``DynamicQuantization``;
///   optionally, a bias per channel.
/// - Output: the sums' shape.
/// - Formula: `activation(sum · filterScale[c] · scale[group] + bias[c])`, in TFLite's order, since the last bit
///   determines how the next layer rounds.
struct RescaledSums: TypedOperation {
  let name: String
  /// One per channel, or one for all.
  let filterScales: [Float]
  let activation: FusedActivation

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] { [try inputs.type(0)] }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let groups = try context.inputs.type(1).elementCount
    let output = context.outputs[0]
    let channels = max(output.shape.last ?? 1, 1)
    let rows = output.elementCount / channels
    return Prepared(
      rows: rows, rowsPerGroup: max(groups == 0 ? 1 : rows / groups, 1), channels: channels,
      filterScales: filterScales, hasBias: context.inputs.optional(2) != nil, limits: activation.limits)
  }

  private struct Prepared: PreparedOperator {
    let rows: Int, rowsPerGroup: Int, channels: Int
    let filterScales: [Float]
    let hasBias: Bool
    let limits: (lower: Float, upper: Float)
    var provider: KernelProvider { .simd }

    var usefulShareCount: Int { rows * channels / ThreadGrain.elements }

    func run(_ io: OperatorIO) {
      let (sums, scales): (UnsafePointer<Float>, UnsafePointer<Float>) = (io.input(0), io.input(1))
      let bias: UnsafePointer<Float>? = hasBias ? io.input(2) : nil
      let output: UnsafeMutablePointer<Float> = io.output(0)
      let filterStep = filterScales.count == 1 ? 0 : 1
      for row in io.share(of: rows) {
        let scale = scales[row / rowsPerGroup]
        var channel = 0
        while channel + 4 <= channels {
          let index = row * channels + channel
          let factors =
            filterStep == 0
            ? Vector4(repeating: filterScales[0])
            : Vector4(
              filterScales[channel], filterScales[channel + 1], filterScales[channel + 2], filterScales[channel + 3])
          let addend = bias.map { Vector4(loading: $0 + channel) } ?? Vector4()
          let value = Vector4(loading: sums + index) * factors * Vector4(repeating: scale) + addend
          value.limited(Vector4(repeating: limits.lower), Vector4(repeating: limits.upper)).store(to: output + index)
          channel += 4
        }
        while channel < channels {
          let index = row * channels + channel
          let value = sums[index] * filterScales[channel * filterStep] * scale + (bias?[channel] ?? 0)
          output[index] = max(limits.lower, min(value, limits.upper))
          channel += 1
        }
      }
    }
  }
}
