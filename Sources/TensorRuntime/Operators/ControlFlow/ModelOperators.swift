/// The list of the ``ModelOperator``s, and of the operator whose subgraph is put in its place before anything is read.
package enum ModelOperators {
  private static let all: [any ModelOperator.Type] = [
    VariableHandle.self, ReadVariable.self, AssignVariable.self, CallOnce.self, Condition.self, Loop.self,
  ]

  /// The one with a `BuiltinOperator` number; nil if there is none.
  static func find(builtinCode: Int) -> (any ModelOperator.Type)? { all.first { $0.builtinCode == builtinCode } }

  /// TFLite's names of all of them, sorted.
  package static var names: [String] { (all.map { $0.tfliteName } + [Composite.tfliteName]).sorted() }
}
