import TFLiteFormat
import TensorKernels

/// Floats to integers by their range, which is determined when the model runs, for layers with only a quantized filter.
///
/// - Input: float32, any shape, divided into `groups` equal groups (pictures of a batch, or rows of a dense layer).
/// - Outputs: the integers minus their zero point, as floats; one scale per group.
/// - Formula: ``RowQuantization``.
struct DynamicQuantization: TypedOperation {
  let name: String
  let groups: Int
  let kind: RowQuantization.Kind

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let input = try inputs.type(0)
    return [input, try TensorType(.float32, [groups])]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(
      groups: groups, length: groups == 0 ? 0 : context.outputs[0].elementCount / groups, kind: kind)
  }

  private struct Prepared: PreparedOperator {
    let groups: Int, length: Int
    let kind: RowQuantization.Kind
    var provider: KernelProvider { .simd }

    var usefulShareCount: Int { groups }

    func run(_ io: OperatorIO) {
      for group in io.share(of: groups) {
        io.output(1, as: Float.self)[group] = RowQuantization(kind: kind)
          .quantize(length, io.input(0) + group * length, io.output(0) + group * length)
      }
    }
  }
}

/// Exact sums of a layer with a quantized filter, converted to real numbers.
///
/// - Inputs: sums, whose last axis is the channels; one input scale for each group of ``DynamicQuantization``;
///   optionally, a bias per channel.
/// - Output: the sums' shape.
/// - Formula: `activation(sum · filterScale[c] · scale[group] + bias[c])`, in TFLite's order, since the last bit
///   determines how the next layer rounds: one scale for all channels is multiplied by the group's first.
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
      let hasOneScale = filterScales.count == 1
      for row in io.share(of: rows) {
        let scale = scales[row / rowsPerGroup] * (hasOneScale ? filterScales[0] : 1)
        var channel = 0
        while channel + 4 <= channels {
          let index = row * channels + channel
          let factors =
            hasOneScale
            ? Vector4(repeating: 1)
            : Vector4(
              filterScales[channel], filterScales[channel + 1], filterScales[channel + 2], filterScales[channel + 3])
          let addend = bias.map { Vector4(loading: $0 + channel) } ?? Vector4()
          let value = Vector4(loading: sums + index) * factors * Vector4(repeating: scale) + addend
          value.limited(Vector4(repeating: limits.lower), Vector4(repeating: limits.upper)).store(to: output + index)
          channel += 4
        }
        while channel < channels {
          let index = row * channels + channel
          let value = sums[index] * (hasOneScale ? 1 : filterScales[channel]) * scale + (bias?[channel] ?? 0)
          output[index] = max(limits.lower, min(value, limits.upper))
          channel += 1
        }
      }
    }
  }
}
