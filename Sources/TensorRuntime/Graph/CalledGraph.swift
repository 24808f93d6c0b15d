/// A subgraph as an operator calls it.
struct CalledGraph: Sendable {
  let index: Int
  var graph: Graph
  /// The rest, where a shape or packed weights depend on a value computed at run time.
  let rest: GraphContinuation?
  /// For each input, the calling operator's operand that provides it. Operands known when the graph is read are
  /// constants instead.
  let operands: [Int]
  /// The outputs' types that the file declares; nil if it leaves an extent open.
  let declared: [TensorType]?
  /// Whether the file leaves an extent of an input open, as the converter does where a loop's state changes its shape.
  let hasOpenInputs: Bool

  /// The outputs' types; nil if known only after a run.
  var outputs: [TensorType]? { rest == nil ? graph.outputs.map { graph.values[$0].type } : nil }

  /// The outputs' types, or those that the file declares if they are known only after a run.
  var statedOutputs: [TensorType]? { outputs ?? declared }

  var describedOutputs: [TensorDescription]? { outputs?.map { TensorDescription(name: "", type: $0) } }

  /// Whether the outputs have these shapes, as far as the file says; `reason` ends the sentence of an error.
  ///
  /// - Throws: `OperatorError.subgraph` if their count or element types differ.
  func hasOutputs(_ expected: [TensorType]?, as reason: String) throws(OperatorError) -> Bool {
    guard let types = statedOutputs, let expected else { return false }
    if types.map({ $0.elementType }) != expected.map({ $0.elementType }) {
      try Self.expect(
        types.map { TensorDescription(name: "", type: $0) }, expected, subgraph: index, as: reason)
    }
    return types.map { $0.shape } == expected.map { $0.shape }
  }

  /// Checks a run's outputs; `reason` ends the error's sentence.
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
      throw notCondition(index)
    }
  }

  static func notCondition(_ index: Int) -> OperatorError {
    .subgraph(index, reason: "is not a condition: expected one Boolean output")
  }
}
