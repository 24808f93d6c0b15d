import KernelChoice
import TFLiteFormat
import TensorKernels

/// Dynamic quantization of floats by their range at run time, for layers with only a quantized filter.
///
/// - Inputs: float32, any shape, divided into equal groups (pictures of a batch, or rows of a dense layer); the output
///   of ``DynamicRanges`` if those are divided.
/// - Outputs: the integers minus their zero point, as int16 or as floats, and one scale per group; or bytes, and a
///   scale and an offset per group.
/// - Formula: ``RowQuantization``.
struct DynamicQuantization: NodeOperation {
  let name: String
  let blocks: RowBlocks
  let kind: RowQuantization.Kind
  let output: ElementType

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    guard let number = output.number else { throw .elementTypeNotSupported(output) }
    let problem = RowQuantization.Problem(kind, blocks, output: number)
    let scales = output == .uint8 ? [blocks.groups, 2] : [blocks.groups]
    let outputs = [try TensorType(output, inputs.type(0).shape), try TensorType(.float32, scales)]
    return KeptInference(OperationBox(self), outputs: outputs) { context throws(OperatorError) in
      context.prepared(RowQuantization.family, problem)
    }
  }
}

/// The minimum and maximum of each block of large groups.
///
/// - Input: float32, any shape. Output: two floats for each block.
/// - Formula: ``RowRanges``.
struct DynamicRanges: NodeOperation {
  let name: String
  let blocks: RowBlocks

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let output = try TensorType(.float32, [blocks.unitCount, 2])
    return KeptInference(OperationBox(self), outputs: [output]) { [blocks] context throws(OperatorError) in
      context.prepared(RowRanges.family, blocks)
    }
  }
}

extension QuantizedForm {
  /// Adds the nodes that compute the outputs of ``DynamicQuantization`` for one of the operator's inputs.
  mutating func addDynamicQuantization(
    _ name: String, input place: Int, groups: Int, _ kind: RowQuantization.Kind, output: ElementType
  ) throws(OperatorError) -> [Tensor] {
    let length = groups == 0 ? 0 : try operands.required(place).type.elementCount / groups
    let blocks = RowBlocks(groups: groups, length: length, grain: ThreadGrain.elements)
    var inputs = [inputs[place]]
    if blocks.count > 1 { inputs += try add(DynamicRanges(name: name, blocks: blocks), inputs) }
    return try add(DynamicQuantization(name: name, blocks: blocks, kind: kind, output: output), inputs)
  }
}

/// Scales the exact sums of a layer with a quantized filter.
///
/// - Inputs: sums, whose last axis is the channels; one input scale for each group of ``DynamicQuantization``;
///   optionally, a bias per channel.
/// - Output: the sums' shape.
/// - Formula: ``ScaledSums``, and the activation.
struct RescaledSums: NodeOperation {
  let name: String
  /// One per channel, or one for all.
  let filterScales: [Float]
  let activation: FusedActivation

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let output = try inputs.type(0), groups = try inputs.type(1).elementCount
    let channels = max(output.shape.last ?? 1, 1), rows = output.elementCount / channels
    let problem = ScaledSums.Problem(
      rows: rows, channels: channels, hasBias: inputs.optional(2) != nil,
      ByteMatrixMultiply.Elements.Scaled(
        rowsPerScale: max(groups == 0 ? 1 : rows / groups, 1), hasOneScale: filterScales.count == 1,
        lower: activation.limits.lower, upper: activation.limits.upper))
    return KeptInference(OperationBox(self), outputs: [output]) { [filterScales] context throws(OperatorError) in
      context.prepared(ScaledSums.family, problem, filterScales)
    }
  }
}
