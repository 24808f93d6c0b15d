import MachineCode
import TFLiteFormat
import TensorKernels

/// A dense layer (TFLite `FULLY_CONNECTED`).
///
/// - Inputs: any shape whose elements divide into rows of `in`; filter `[out, in]`; bias `[out]`, optional.
///   The filter and the bias are constants.
/// - Output: `[rows, out]`, or the input's shape with its last extent replaced when `keep_num_dims` is set.
/// - Formula: ``MatrixMultiply``.
package struct FullyConnected: Operator {
  // MARK: Parsing

  package static let tfliteName = "FULLY_CONNECTED"
  package static let builtinCode = 9

  package var activation: FusedActivation
  let keepsDimensions: Bool
  private let asymmetricInputs: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try options.activation(0)
    let format = try options.byte(1)
    guard format == 0 else { throw .option(name: "weights_format", value: format) }
    keepsDimensions = try options.flag(2)
    asymmetricInputs = try options.flag(3)
  }

  // MARK: Shapes

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let problem = try problem(inputs)
    guard keepsDimensions else { return [try TensorType(.float32, [problem.rows, problem.columns])] }
    let shape = try inputs.type(0).shape
    guard shape.last == problem.depth else {
      throw .inputShape(input: 0, expected: "a last extent of \(problem.depth)", found: shape)
    }
    return [try TensorType(.float32, shape.dropLast() + [problem.columns])]
  }

  private func problem(_ inputs: Operands) throws(OperatorError) -> MatrixMultiply.Problem {
    try inputs.expectCount(2...3)
    let input = try inputs.type(0, rank: 1...8)
    let filter = try inputs.type(1, rank: 2...2).shape
    guard filter[0] > 0, filter[1] > 0 else {
      throw .inputShape(input: 1, expected: "[out, in], both positive", found: filter)
    }
    guard input.elementCount.isMultiple(of: filter[1]) else {
      throw .inputShape(input: 0, expected: "rows of \(filter[1]) elements", found: input.shape)
    }
    try checkBias(inputs, channels: filter[0])
    return MatrixMultiply.Problem(rows: input.elementCount / filter[1], columns: filter[0], depth: filter[1])
  }

  // MARK: Preparation

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let problem = try problem(context.inputs)
    let weights = try ConstantWeights(context.inputs, channels: problem.columns, activation: activation)
    let (kernel, provider) = weights.withLayerWeights { context.kernel(MatrixMultiply.family, problem, $0) }
    return PreparedKernel(MatrixRows(problem, kernel), provider)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func packedByteCount(inputs: Operands, outputs: [TensorType]) -> Int {
    guard let problem = try? problem(inputs) else { return 0 }
    return MatrixMultiply.packedByteCount(columns: problem.columns, depth: problem.depth)
  }

  package func multiplyAdds(inputs: Operands, outputs: [TensorType]) -> Int {
    guard let filter = inputs.optional(1)?.type.shape else { return 0 }
    return outputs[0].elementCount * filter[1]
  }
}

extension FullyConnected: SummingOperator {
  package static let filterChannelAxis = 0

  package var quantizesAsymmetrically: Bool { asymmetricInputs }
}
