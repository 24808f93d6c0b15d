package struct RegisteredOperator: Sendable {
  package let tfliteName: String, builtinCode: Int
  package let read: @Sendable (OperatorOptions) throws(OperatorError) -> any AnyOperation

  init<Use: Operator>(_ type: Use.Type) {
    (tfliteName, builtinCode) = (Use.tfliteName, Use.builtinCode)
    read = { options throws(OperatorError) in OperationBox(try Use(parsing: options)) }
  }
}
