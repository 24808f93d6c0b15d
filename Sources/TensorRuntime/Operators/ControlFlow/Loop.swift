import TFLiteFormat

/// Runs a body subgraph while a condition subgraph returns true (TFLite `WHILE`). Each iteration checks the time limit.
///
/// - Inputs: those of both subgraphs, the state of the loop. The condition has one output, a Boolean; the body's
///   outputs are the next state, of the same element types. Outputs: the state for which the condition is false.
/// - A state whose shape changes makes each iteration a stage. So does one whose shape is known only after a run, if
///   the file leaves an extent of the body's inputs open.
struct Loop: ModelOperator {
  static let tfliteName = "WHILE"
  static let builtinCode = 119

  private let condition: Int, body: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    (condition, body) = (try options.integer(0), try options.integer(1))
  }

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    var arguments = try reader.arguments(entry)
    let types = arguments.compactMap { $0.value?.type }
    // Only what the body passes on is constant in all iterations.
    for index in arguments.indices where !reader.passesOn(index, in: body) {
      try reader.checked { () throws(OperatorError) in
        guard let operand = arguments[index].value else {
          throw .subgraph(body, reason: "does not pass on its input \(index), a variable")
        }
        arguments[index] = .value(Operand(operand.type))
      }
    }
    let called = [try reader.call(condition, arguments), try reader.call(body, arguments)]
    let keepsShapes = try reader.checked { () throws(OperatorError) in
      if let outputs = called[0].describedOutputs { try CalledGraph.expectCondition(outputs, subgraph: condition) }
      // A run checks what the file does not say.
      if called[1].statedOutputs == nil { return !called[1].hasOpenInputs }
      return try called[1].hasOutputs(types, as: "as it has inputs")
    }
    guard keepsShapes else { return try reader.beginLoop(condition: condition, body: body) }
    let entry = reader.withoutHandles(entry, outputs: true)
    let outputs = try reader.setOutputs(entry, types)
    reader.add(SubgraphCall(name: Self.tfliteName, kind: .loop, called: called, outputs: outputs), entry)
  }
}
