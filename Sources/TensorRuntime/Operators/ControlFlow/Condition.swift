import TFLiteFormat

/// Runs one of two subgraphs (TFLite `IF`).
///
/// - Inputs: a Boolean; the inputs of both subgraphs. Outputs: those of the first subgraph if the Boolean is true,
///   otherwise of the second. Their types must be equal, and as declared in the file if they are known only after a
///   run.
struct Condition: ModelOperator {
  static let tfliteName = "IF"
  static let builtinCode = 118

  private let subgraphs: [Int]

  init(parsing options: OperatorOptions) throws(OperatorError) {
    subgraphs = [try options.integer(0), try options.integer(1)]
  }

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    let operands = try reader.operands(entry)
    let arguments = try reader.checked { () throws(OperatorError) in
      guard !operands.isEmpty else { throw .inputCount(expected: 1...FixedLimits.inputCount, found: 0) }
      let type = try Operands(operands.map { $0 }).type(0, of: [.bool])
      guard type.elementCount == 1 else { throw .inputShape(input: 0, expected: "one Boolean", found: type.shape) }
      return Array(operands.dropFirst())
    }
    var called: [CalledGraph] = []
    for subgraph in subgraphs { called.append(try reader.call(subgraph, arguments, firstOperand: 1)) }
    let types = try reader.checked { () throws(OperatorError) -> [TensorType] in
      if let types = called[0].outputs {
        try called[1].expectOutputs(types, as: "as subgraph \(subgraphs[0]) has")
        return types
      }
      if let types = called[1].outputs { return types }
      return try reader.declaredTypes(entry.outputs)
    }
    let outputs = try reader.setOutputs(entry, types)
    reader.add(SubgraphCall(name: Self.tfliteName, kind: .branches, called: called, outputs: outputs), entry)
  }
}
