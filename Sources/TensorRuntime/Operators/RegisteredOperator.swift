/// An operator of the registry.
package struct RegisteredOperator: Sendable {
  /// TFLite's name and its `BuiltinOperator` number.
  package let tfliteName: String, builtinCode: Int
  /// Reads the options and rejects those that are not supported.
  package let read: @Sendable (OperatorOptions) throws(OperatorError) -> any AnyOperation

  /// An operator by its type.
  init<Use: Operator>(_ type: Use.Type) {
    (tfliteName, builtinCode) = (Use.tfliteName, Use.builtinCode)
    read = { options throws(OperatorError) in OperationBox(try Use(parsing: options)) }
  }
}
