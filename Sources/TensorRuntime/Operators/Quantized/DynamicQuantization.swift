import TFLiteFormat
import TensorKernels

/// Floats to integers by their range, which is determined when the model runs, for layers with only a quantized filter.
///
/// - Input: float32, any shape, divided into `groups` equal groups (pictures of a batch, or rows of a dense layer).
/// - Outputs: the integers minus their zero point, as int16 or as floats, and one scale per group; or bytes, and a
///   scale and an offset per group.
/// - Formula: ``RowQuantization``.
struct DynamicQuantization: TypedOperation {
  let name: String
  let groups: Int
  let kind: RowQuantization.Kind
  let output: ElementType

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let scales = output == .uint8 ? [groups, 2] : [groups]
    return [try TensorType(output, inputs.type(0).shape), try TensorType(.float32, scales)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let length = groups == 0 ? 0 : context.outputs[0].elementCount / groups
    guard let number = output.number else { throw .elementTypeNotSupported(output) }
    return context.prepared(
      RowQuantization.family,
      RowQuantization.Problem(kind, groups: groups, length: length, output: number),
      grain: max(ThreadGrain.elements / max(length, 1), 1))
  }
}

/// Exact sums of a layer with a quantized filter, converted to real numbers.
///
/// - Inputs: sums, whose last axis is the channels; one input scale for each group of ``DynamicQuantization``;
///   optionally, a bias per channel.
/// - Output: the sums' shape.
/// - Formula: ``ScaledSums``, and the activation.
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
    let problem = ScaledSums.Problem(
      rows: rows, channels: channels, hasBias: context.inputs.optional(2) != nil,
      ByteMatrixMultiply.Elements.Scaled(
        rowsPerScale: max(groups == 0 ? 1 : rows / groups, 1), hasOneScale: filterScales.count == 1,
        lower: activation.limits.lower, upper: activation.limits.upper))
    let (kernel, provider) = context.kernel(ScaledSums.family, problem, filterScales)
    return PreparedKernel(kernel, provider, grain: max(ThreadGrain.elements / channels, 1))
  }
}
