import TFLiteFormat

/// Runs one of two subgraphs (TFLite `IF`).
///
/// - Inputs: a Boolean; the inputs of both subgraphs. Outputs: those of the first subgraph if the Boolean is true,
///   otherwise of the second.
/// - Shapes that differ, or that are not declared in the file, begin a new stage, into which the subgraph is read.
struct Condition: ModelOperator {
  static let tfliteName = "IF"
  static let builtinCode = 118

  private let subgraphs: [Int]

  init(parsing options: OperatorOptions) throws(OperatorError) {
    subgraphs = [try options.integer(0), try options.integer(1)]
  }

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    let arguments = try reader.arguments(entry)
    try reader.checked { () throws(OperatorError) in
      guard !arguments.isEmpty else { throw .inputCount(expected: 1...FixedLimits.inputCount, found: 0) }
      guard let condition = arguments[0].value else {
        throw .inputType(input: 0, expected: [.bool], found: .resource)
      }
      let type = try Operands([condition]).type(0, of: [.bool])
      guard type.elementCount == 1 else { throw .inputShape(input: 0, expected: "one Boolean", found: type.shape) }
    }
    var called: [CalledGraph] = []
    for subgraph in subgraphs {
      called.append(try reader.call(subgraph, Array(arguments.dropFirst()), firstOperand: 1))
    }
    let areEqual = try reader.checked { () throws(OperatorError) in
      try called[1].hasOutputs(called[0].statedOutputs, as: "as subgraph \(subgraphs[0]) has")
    }
    guard areEqual, let types = called[0].outputs ?? called[1].statedOutputs else {
      return reader.postpone(
        for: Decision(tensor: entry.inputs[0], kind: .branch(subgraphs[0], subgraphs[1])))
    }
    let entry = reader.withoutHandles(entry, outputs: false)
    let outputs = try reader.setOutputs(entry, types)
    reader.add(SubgraphCall(name: Self.tfliteName, kind: .branches, called: called, outputs: outputs), entry)
  }
}
