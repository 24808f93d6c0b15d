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
