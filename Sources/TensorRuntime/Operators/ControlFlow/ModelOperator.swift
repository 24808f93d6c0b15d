import TFLiteFormat

/// An operator that concerns the variables or subgraphs of a model, not only its operands: the reader of a subgraph
/// lets it read itself.
protocol ModelOperator: Sendable {
  /// TFLite's name, such as `WHILE`.
  static var tfliteName: String { get }
  /// TFLite's `BuiltinOperator` number.
  static var builtinCode: Int { get }

  /// Reads the options.
  init(parsing options: OperatorOptions) throws(OperatorError)

  /// Adds its nodes to the graph that is being read.
  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError)
}

/// The list of them, and of the operator whose subgraph is put in its place before anything is read.
package enum ModelOperators {
  private static let all: [any ModelOperator.Type] = [
    VariableHandle.self, ReadVariable.self, AssignVariable.self, CallOnce.self, Condition.self, Loop.self,
  ]

  /// The one with a `BuiltinOperator` number; nil if there is none.
  static func find(builtinCode: Int) -> (any ModelOperator.Type)? { all.first { $0.builtinCode == builtinCode } }

  /// TFLite's names of all of them, sorted.
  package static var names: [String] { (all.map { $0.tfliteName } + [Composite.tfliteName]).sorted() }
}
