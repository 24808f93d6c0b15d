import TFLiteFormat

/// Runs a subgraph in a session's first run only, to initialize variables (TFLite `CALL_ONCE`).
///
/// - No inputs, no outputs. Several uses with the same subgraph run it once.
struct CallOnce: ModelOperator {
  static let tfliteName = "CALL_ONCE"
  static let builtinCode = 129

  private let subgraph: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    subgraph = try options.integer(0)
  }

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    let called = try reader.call(subgraph, [])
    try reader.checked { () throws(OperatorError) in
      guard called.graph.outputs.isEmpty else { throw .subgraph(subgraph, reason: "has outputs, expected none") }
      guard entry.inputs.isEmpty else { throw .inputCount(expected: 0...0, found: entry.inputs.count) }
      guard entry.outputs.isEmpty else { throw .outputCount(expected: 0, found: entry.outputs.count) }
    }
    reader.add(SubgraphCall(name: Self.tfliteName, kind: .once(subgraph), called: [called], outputs: []), entry)
  }
}
