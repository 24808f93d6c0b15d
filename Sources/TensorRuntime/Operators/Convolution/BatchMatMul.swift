import KernelChoice
import TFLiteFormat
import TensorKernels

/// Matrix products (TFLite `BATCH_MATMUL`).
///
/// - Inputs: `[…, m, k]`, or `[…, k, m]` with `adj_x`; `[…, k, n]`, or `[…, n, k]` with `adj_y`. The outer dimensions
///   broadcast as NumPy's do; neither needs to be a constant. Both are float32, or both quantized bytes.
/// - Output: `[…, m, n]`, of the same type.
/// - Dynamic range: rows of floats are rounded for a constant right side of int8.
/// - Formula: ``BatchMatrixMultiply``.
package struct BatchMatMul: Operator, ProblemOperation {
  package static let tfliteName = "BATCH_MATMUL"
  package static let builtinCode = 126

  private let transposesLeft: Bool, transposesRight: Bool, asymmetricInputs: Bool
  /// Elements, and the output's type, of the form for bytes.
  private var quantized: (bytes: BatchMatrixMultiply.Bytes, output: TensorType)?

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    transposesLeft = try options.flag(0)
    transposesRight = try options.flag(1)
    asymmetricInputs = try options.flag(2)
  }

  init(transposesRight: Bool) {
    (transposesLeft, self.transposesRight, asymmetricInputs) = (false, transposesRight, false)
  }

  package var takesPlainIntegers: Bool { true }

  private var elementTypes: [ElementType] { quantized == nil ? [.float32] : [.int8, .uint8] }

  package func problem(_ inputs: Operands) throws(OperatorError) -> BatchMatrixMultiply.Problem {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: elementTypes, rank: 2...8).shape
    let right = try inputs.type(1, of: elementTypes, rank: 2...8).shape
    let (m, k) = transposesLeft ? (left.count - 1, left.count - 2) : (left.count - 2, left.count - 1)
    let (depth, n) = transposesRight ? (right.count - 1, right.count - 2) : (right.count - 2, right.count - 1)
    guard right[depth] == left[k] else {
      throw .inputShape(input: 1, expected: "\(left[k]) at axis \(depth)", found: right)
    }
    let (rows, columns, terms) = (left[m], right[n], left[k])
    let batch = try broadcastShape(Array(left.dropLast(2)), Array(right.dropLast(2)))
    // A side's step is zero along a dimension that it lacks or broadcasts.
    func steps(_ shape: [Int]) -> [Int] {
      let steps = Walk(over: shape).steps
      return [Int](repeating: 0, count: batch.count - (shape.count - 2))
        + shape.indices.dropLast(2).map { shape[$0] == 1 ? 0 : steps[$0] }
    }
    let (leftSteps, rightSteps) = (steps(left), steps(right))
    typealias Side = BatchMatrixMultiply.Side
    return BatchMatrixMultiply.Problem(
      rows: rows, columns: columns, depth: terms,
      left: transposesLeft ? Side(depthStep: rows, outerStep: 1) : Side(depthStep: 1, outerStep: terms),
      right: transposesRight ? Side(depthStep: 1, outerStep: terms) : Side(depthStep: columns, outerStep: 1),
      batch: batch.indices.map {
        BatchMatrixMultiply.Dimension(extent: batch[$0], left: leftSteps[$0], right: rightSteps[$0])
      }, bytes: quantized?.bytes)
  }

  package func outputTypes(of problem: BatchMatrixMultiply.Problem) throws(OperatorError) -> [TensorType] {
    let shape = problem.batch.map { $0.extent } + [problem.rows, problem.columns]
    if let quantized { return [try quantized.output.reshaped(shape)] }
    return [try TensorType(.float32, shape)]
  }

  package func prepare(
    _ problem: BatchMatrixMultiply.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(BatchMatrixMultiply.family, problem)
  }

  package func multiplyAdds(of problem: BatchMatrixMultiply.Problem) -> Int {
    saturatingProduct(problem.rowCount, problem.columns, problem.depth)
  }

  /// In integers if all tensors are bytes of one scale, as in TFLite's kernels.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let operands = form.operands
    try operands.expectCount(2...2)
    let types = (try operands.required(0).type, try operands.required(1).type, try operands.declaredOutput())
    if types.0.elementType == .float32, types.2.elementType == .float32 { return try quantizeRows(&form) }
    if types.0.elementType == .int8, types.1.elementType == .int8, types.2.elementType == .int32 {
      return try multiplyIntegers(&form)
    }
    guard quantized == nil, types.0.isQuantized, types.1.isQuantized, types.2.isQuantized else { return false }
    let left = try ByteScale(types.0, "input 0"), right = try ByteScale(types.1, "input 1")
    let output = try ByteScale(types.2, "the output")
    var product = self
    // TFLite multiplies the inputs' scales as floats.
    let factor = Double(left.scale * right.scale) / Double(output.scale)
    product.quantized = (
      BatchMatrixMultiply.Bytes(
        left: left.range, right: right.range, output: output.range, factor: FixedPointMultiplier(factor)), types.2
    )
    try form.finish(product, form.inputs)
    return true
  }

  /// Dynamic range: a dense layer, or exact sums of floats where batches have matrices of their own.
  private func quantizeRows(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let left = try form.operands.required(0).type, right = try form.operands.required(1)
    guard let constant = right.constant, right.type.isQuantized, right.type.elementType == .int8, !transposesLeft,
      !constant.isInBlocks, right.type.quantization?.scales.count == 1
    else { return false }
    let (scale, zeroPoint) = try right.type.tensorScale("input 1", orZero: true)
    let shape = right.type.shape
    let layer = SummedLayer(self, axis: max(shape.count - (transposesRight ? 2 : 1), 0))
    let product = try problem(layer.floats(form))
    // Each row has a scale of its own.
    guard zeroPoint == 0, product.depth > 0, product.columns > 0,
      left.elementCount == product.rowCount * product.depth
    else { return false }
    if shape.dropLast(2).allSatisfy({ $0 == 1 }), shape.count <= left.shape.count {
      let filter = form.add(try filter(constant, product))
      try form.finishLowered(
        OperationBox(FullyConnected(asymmetricInputs: asymmetricInputs)), [.input(0), filter])
      return true
    }
    let digits = try IntegerFilter.digits(
      constant, zeroPoint: 0, axis: layer.axis, maxInput: 255, counts: [1, 2, 4, 8], haveValues: true)
    guard let digits else { return false }
    try layer.addRescaled(
      &form, filters: digits.map { form.add($0) }, [scale], asymmetricInputs ? .asymmetric : .symmetric,
      groups: left.elementCount / product.depth)
    return true
  }

  /// The right side as the filter of a dense layer.
  private func filter(
    _ right: ConstantTensor, _ product: BatchMatrixMultiply.Problem
  ) throws(OperatorError) -> ConstantTensor {
    let (columns, depth) = (product.columns, product.depth)
    var bytes = right.withUnsafeBytes { Array($0) }
    if !transposesRight {
      let source = bytes
      for column in 0..<columns {
        for k in 0..<depth { bytes[column * depth + k] = source[k * columns + column] }
      }
    }
    let type = try TensorType(.int8, [columns, depth], quantization: right.type.quantization)
    return try ConstantTensor(type, bytes: Bytes(bytes))
  }
}
