/// A subgraph as an operator calls it.
struct CalledGraph: Sendable {
  /// Its index in the model.
  let index: Int
  var graph: Graph
  /// For each input of the graph, the operand of the calling operator that provides it. Operands that are known when
  /// the graph is read are constants in it instead.
  let operands: [Int]

  /// The types of the outputs.
  var outputs: [TensorType] { graph.outputs.map { graph.values[$0].type } }

  /// Checks the outputs' element types and shapes; the reason for the expected ones ends the sentence of an error.
  func expectOutputs(_ expected: [TensorType], as reason: String) throws(OperatorError) {
    let found = outputs
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
}
