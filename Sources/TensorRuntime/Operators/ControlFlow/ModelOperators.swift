import TFLiteFormat

/// The list of the ``ModelOperator``s, and of the operator whose subgraph is put in its place before anything is read.
package enum ModelOperators {
  private static let all = [
    Registered(VariableHandle.self), Registered(ReadVariable.self), Registered(AssignVariable.self),
    Registered(CallOnce.self), Registered(Condition.self), Registered(Loop.self),
  ]

  /// One of them.
  struct Registered: Sendable {
    let tfliteName: String, builtinCode: Int
    /// Reads its options, and adds its nodes to the graph that is being read.
    let read: @Sendable (OperatorEntry, inout GraphReader) throws(ModelError) -> Void

    init<Use: ModelOperator>(_ type: Use.Type) {
      (tfliteName, builtinCode) = (type.tfliteName, type.builtinCode)
      read = { entry, reader throws(ModelError) in
        let use = try reader.checked { () throws(OperatorError) in try Use(parsing: OperatorOptions(entry.options)) }
        try use.read(entry, into: &reader)
      }
    }
  }

  /// The one with a `BuiltinOperator` number; nil if there is none.
  static func find(builtinCode: Int) -> Registered? { all.first { $0.builtinCode == builtinCode } }

  /// TFLite's names of all of them, sorted.
  package static var names: [String] { (all.map { $0.tfliteName } + [Composite.tfliteName]).sorted() }
}
