import TFLiteFormat

/// An operator that involves a model's variables or subgraphs: it reads itself into a graph.
protocol ModelOperator: Sendable {
  /// TFLite's name, such as `WHILE`.
  static var tfliteName: String { get }
  /// TFLite's `BuiltinOperator` number.
  static var builtinCode: Int { get }

  /// Reads the options.
  init(parsing options: OperatorOptions) throws(OperatorError)

  /// Adds its nodes to the graph.
  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError)
}
