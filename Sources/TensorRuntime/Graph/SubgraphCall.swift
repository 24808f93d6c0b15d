import MachineCode
import TFLiteFormat
import TensorKernels

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

/// A node that runs other subgraphs: CALL_ONCE, IF, WHILE. A session runs them between its steps.
struct SubgraphCall: NodeOperation, Inference {
  /// What the subgraphs are for.
  enum Kind: Sendable {
    /// Runs its subgraph, which has this index, once in each session.
    case once(Int)
    /// Runs the first one if operand 0 is true, otherwise the second one.
    case branches
    /// Runs the second one as long as the first one says so.
    case loop
  }

  let name: String
  let kind: Kind
  let called: [CalledGraph]
  let outputs: [TensorType]

  var operation: any NodeOperation { self }
  var multiplyAdds: Int { 0 }
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { self }
  func packedByteCount(_ inputs: Operands) -> Int { 0 }
  func repeatedWork(_ inputs: Operands) -> Int { 0 }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    throw .subgraph(called.first?.index ?? 0, reason: "has not been prepared")
  }

  /// Prepares the subgraphs.
  func prepared(
    _ options: PlanOptions, deadline: Deadline?, code: CodeAllocator
  ) throws(ModelError) -> PreparedCall {
    var options = options
    var plans: [Plan] = []
    for called in called {
      let plan = try Plan(preparing: called.graph, options: options, deadline: deadline, code: code)
      options.limits.memoryByteCount = max(options.limits.memoryByteCount - plan.memoryByteCount, 0)
      plans.append(plan)
    }
    return PreparedCall(kind: kind, plans: plans, operands: called.map(\.operands))
  }
}

/// The plans of the subgraphs that a node runs. It is not run itself: a session runs the plans.
struct PreparedCall: PreparedOperator {
  let kind: SubgraphCall.Kind
  let plans: [Plan]
  /// For each plan, for each of its inputs, the operand of the node.
  let operands: [[Int]]

  var provider: KernelProvider { .reference }
  var memory: [any KernelMemory] { plans.flatMap(\.memory) }
  var heldByteCount: Int { plans.reduce(0) { $0 + $1.memoryByteCount } }
  /// The threads' scratch is that of the session.
  var scratchByteCount: Int { plans.map(\.scratchByteCount).max() ?? 0 }
  func run(_ io: OperatorIO) {}
}

extension Graph {
  /// The prepared subgraphs of each node that runs some, by node.
  func preparedCalls(
    _ options: PlanOptions, deadline: Deadline?, code: CodeAllocator
  ) throws(ModelError) -> [Int: PreparedCall] {
    var options = options
    var calls: [Int: PreparedCall] = [:]
    for (step, node) in nodes.enumerated() {
      guard let call = node.inference as? SubgraphCall else { continue }
      let prepared = try call.prepared(options, deadline: deadline, code: code)
      options.limits.memoryByteCount = max(options.limits.memoryByteCount - prepared.heldByteCount, 0)
      calls[step] = prepared
    }
    return calls
  }
}
