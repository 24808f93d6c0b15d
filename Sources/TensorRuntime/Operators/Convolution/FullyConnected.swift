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
    let candidate = MatrixMultiply.kernels.choose(for: problem, requested: context.provider)
    let kernel = weights.withLayerWeights { candidate.make(problem, $0, context.code) }
    return Prepared(problem: problem, kernel: kernel, provider: candidate.provider)
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

  // MARK: Execution

  private struct Prepared: PreparedOperator {
    let problem: MatrixMultiply.Problem
    let kernel: any MatrixMultiplyKernel
    let provider: KernelProvider

    /// Units of work.
    var usefulShareCount: Int { (problem.rows + kernel.rowsPerUnit - 1) / kernel.rowsPerUnit }

    func run(_ io: OperatorIO) {
      let input: UnsafePointer<Float> = io.input(0)
      let output: UnsafeMutablePointer<Float> = io.output(0)
      let rowsPerUnit = kernel.rowsPerUnit
      for unit in io.share(of: usefulShareCount) {
        let row = unit * rowsPerUnit
        kernel.run(
          rows: min(rowsPerUnit, problem.rows - row), input: input + row * problem.depth, addend: nil,
          output: output + row * problem.columns)
      }
    }

    func calls(_ io: OperatorIO) -> [EmittedCall]? {
      guard kernel.takesAnyRows else { return nil }
      let units = io.share(of: usefulShareCount)
      let first = units.lowerBound * kernel.rowsPerUnit
      return kernel.calls(
        rows: min(units.upperBound * kernel.rowsPerUnit, problem.rows) - first,
        input: io.input(0) + first * problem.depth, addend: nil, output: io.output(0) + first * problem.columns)
    }
  }
}

extension FullyConnected: SummingOperator {
  package static let filterChannelAxis = 0

  package var quantizesAsymmetrically: Bool { asymmetricInputs }
}
