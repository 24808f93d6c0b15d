/// Shared by operators that access a variable, operand 0, whose value the session keeps.
protocol VariableOperation: ModelOperator, TypedOperation {
  /// Including the handle.
  static var inputCount: Int { get }
  /// - Precondition: the number of inputs has been checked.
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
