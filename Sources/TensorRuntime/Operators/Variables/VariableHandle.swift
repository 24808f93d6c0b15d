import TFLiteFormat

/// Names a variable (TFLite `VAR_HANDLE`). A session keeps its value between runs; handles with the same names, in any
/// subgraph, are the same variable.
///
/// - Output: the handle, which READ_VARIABLE and ASSIGN_VARIABLE take.
struct VariableHandle: ModelOperator {
  static let tfliteName = "VAR_HANDLE"
  static let builtinCode = 142

  private let key: StateKey

  init(parsing options: OperatorOptions) throws(OperatorError) {
    key = .variable(container: try options.name(0), name: try options.name(1))
  }

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    try reader.addHandle(of: key, entry)
  }
}
