import TFLiteFormat

/// All ``ModelOperator``s, and the composite, which is replaced before reading.
package enum ModelOperators {
  private static let all = [
    Registered(VariableHandle.self), Registered(ReadVariable.self), Registered(AssignVariable.self),
    Registered(CallOnce.self), Registered(Condition.self), Registered(Loop.self),
  ]

  struct Registered: Sendable {
    let tfliteName: String, builtinCode: Int
    let read: @Sendable (OperatorEntry, inout GraphReader) throws(ModelError) -> Void

    init<Use: ModelOperator>(_ type: Use.Type) {
      (tfliteName, builtinCode) = (type.tfliteName, type.builtinCode)
      read = { entry, reader throws(ModelError) in
        let use = try reader.checked { () throws(OperatorError) in try Use(parsing: OperatorOptions(entry.options)) }
        try use.read(entry, into: &reader)
      }
    }
  }

  /// Nil if there is none.
  static func find(builtinCode: Int) -> Registered? { all.first { $0.builtinCode == builtinCode } }

  /// Sorted.
  package static var names: [String] { (all.map { $0.tfliteName } + [Composite.tfliteName]).sorted() }
}
