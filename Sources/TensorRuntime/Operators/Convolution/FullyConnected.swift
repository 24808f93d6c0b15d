import TFLiteFormat
import TensorKernels

/// A dense layer (TFLite `FULLY_CONNECTED`).
///
/// - Inputs: any shape whose elements divide into rows of `in`; filter `[out, in]`; bias `[out]`, optional. With a
///   computed filter or bias, other operators replace it.
/// - Output: `[rows, out]`, or the input's shape with its last extent replaced when `keep_num_dims` is set.
/// - Formula: ``MatrixMultiply``.
package struct FullyConnected: Operator, ProblemOperation {
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

  /// A layer that keeps dimensions and has no activation.
  init(asymmetricInputs: Bool) {
    (activation, keepsDimensions, self.asymmetricInputs) = (.none, true, asymmetricInputs)
  }

  // MARK: Shapes

  /// The product, and the shape of its rows.
  package struct Problem: Sendable {
    let product: MatrixMultiply.Problem
    let inputShape: [Int]
  }

  package func outputTypes(of problem: Problem) throws(OperatorError) -> [TensorType] {
    let (product, shape) = (problem.product, problem.inputShape)
    guard keepsDimensions else { return [try TensorType(.float32, [product.rows, product.columns])] }
    guard shape.last == product.depth else {
      throw .inputShape(input: 0, expected: "a last extent of \(product.depth)", found: shape)
    }
    return [try TensorType(.float32, shape.dropLast() + [product.columns])]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Problem {
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
    return Problem(
      product: MatrixMultiply.Problem(rows: input.elementCount / filter[1], columns: filter[0], depth: filter[1]),
      inputShape: input.shape)
  }

  /// Replaces the layer by operators that read filter and bias at run time.
  func multiply(_ form: inout QuantizedForm) throws(OperatorError) {
    let problem = try problem(form.operands), product = problem.product
    let rows = try form.add(Reshape(to: [product.rows, product.depth]), [.input(0)])
    var result = try form.add(BatchMatMul(transposesRight: true), [rows[0], .input(1)])[0]
    if form.operands.optional(2) != nil { result = try form.add(Add(), [result, .input(2)])[0] }
    if let clamp = activation.operation { result = try form.add(clamp, [result])[0] }
    try form.finish(Reshape(to: try outputTypes(of: problem)[0].shape), [result])
  }

  // MARK: Preparation

  package func prepare(
    _ problem: Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let weights = try ConstantWeights(
      context.inputs, channels: problem.product.columns, activation: activation, context.spares)
    return context.rows(of: problem.product, weights)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func packedByteCount(of problem: Problem) -> Int? {
    problem.product.packedByteCount
  }

  package func multiplyAdds(of problem: Problem) -> Int {
    saturatingProduct(problem.product.rows, problem.product.columns, problem.product.depth)
  }
}

extension FullyConnected: SummingOperator {
  package static let filterChannelAxis = 0
  package static let rounding = FixedPointMultiplier.Rounding.once

  package func quantizesAsymmetrically(picture: [Int], filter: [Int], filterScales: [Float]) -> Bool {
    asymmetricInputs
  }

  /// Each row is a picture of one pixel.
  package func convolutionProblem(
    picture: [Int], filter: [Int]
  ) throws(OperatorError) -> Convolution.Problem? {
    let product = try problem(
      Operands([Operand(try TensorType(.float32, picture)), Operand(try TensorType(.float32, filter))])
    ).product
    return Convolution.Problem(
      batch: product.rows, inputChannels: product.depth, outputChannels: product.columns,
      window: Window2D(
        input: (1, 1), output: (1, 1), filter: (1, 1), stride: (1, 1), padding: (0, 0)))
  }
}
