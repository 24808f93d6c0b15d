/// What operators that access a variable have in common: it is their operand 0, whose value the session keeps.
protocol VariableOperation: ModelOperator, TypedOperation {
  /// The number of inputs, the handle included.
  static var inputCount: Int { get }
  /// The types of the outputs for that many inputs.
  func checkedOutputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType]
}

extension VariableOperation {
  var name: String { Self.tfliteName }
  var readsQuantized: Bool { true }
  func keepsState(_ index: Int) -> Bool { index == 0 }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(Self.inputCount...Self.inputCount)
    return try checkedOutputTypes(for: inputs)
  }
}
