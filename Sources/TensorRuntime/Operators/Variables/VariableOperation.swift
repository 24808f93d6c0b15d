/// Shared by operators that access a variable, operand 0, whose value the session keeps.
protocol VariableOperation: ModelOperator, NodeOperation {}

extension VariableOperation {
  var name: String { Self.tfliteName }
  var readsQuantized: Bool { true }
  func keepsState(_ index: Int) -> Bool { index == 0 }
}
