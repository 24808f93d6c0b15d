import TFLiteFormat
import TensorKernels

/// What the operators share that compute each row, along the last axis, from itself.
///
/// - Input: floats of at least one dimension. Output: the same shape.
protocol RowOperator: Operator {
  /// Computes some rows of `length` values.
  func apply(_ rows: Range<Int>, length: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>)
}

extension RowOperator {
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, rank: 1...8)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = context.outputs[0].shape
    let length = shape[shape.count - 1]
    return DividedWork(
      shape.dropLast().reduce(1, *), grain: ThreadGrain.rows(of: length, elements: ThreadGrain.normalizedElements)
    ) { rows, io in
      apply(rows, length: length, io.input(0), io.output(0))
    }
  }
}
