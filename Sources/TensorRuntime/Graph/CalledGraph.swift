/// A subgraph as an operator calls it.
struct CalledGraph: Sendable {
  /// Its index in the model.
  let index: Int
  var graph: Graph
  /// What is left of it where a shape depends on a value computed at run time.
  let rest: GraphContinuation?
  /// For each input of the graph, the operand of the calling operator that provides it. Operands that are known when
  /// the graph is read are constants in it instead.
  let operands: [Int]

  /// The types of the outputs; nil if only a run says them.
  var outputs: [TensorType]? { rest == nil ? graph.outputs.map { graph.values[$0].type } : nil }

  /// The same as a plan describes them.
  var describedOutputs: [TensorDescription]? { outputs?.map { TensorDescription(name: "", type: $0) } }

  /// Checks the outputs' element types and shapes, if they are known; the reason for the expected ones ends an error's
  /// sentence.
  func expectOutputs(_ expected: [TensorType], as reason: String) throws(OperatorError) {
    guard let found = describedOutputs else { return }
    try Self.expect(found, expected, subgraph: index, as: reason)
  }

  /// The same for the outputs of a run.
  static func expect(
    _ found: [TensorDescription], _ expected: [TensorType], subgraph index: Int, as reason: String
  ) throws(OperatorError) {
    guard found.count == expected.count else {
      throw .subgraph(index, reason: "has \(found.count) outputs, expected \(expected.count), \(reason)")
    }
    for (output, (found, expected)) in zip(found, expected).enumerated()
    where found.elementType != expected.elementType || found.shape != expected.shape {
      throw .subgraph(
        index,
        reason: "has output \(output) of \(found.elementType.name) \(found.shape), "
          + "expected \(expected.elementType.name) \(expected.shape), \(reason)")
    }
  }

  /// Checks that the outputs are a condition.
  static func expectCondition(_ outputs: [TensorDescription], subgraph index: Int) throws(OperatorError) {
    guard outputs.count == 1, outputs[0].elementType == .bool, outputs[0].elementCount == 1 else {
      throw .subgraph(index, reason: "is not a condition: expected one Boolean output")
    }
  }
}
