import MachineCode
import TFLiteFormat
import TensorKernels

/// A node that runs other subgraphs: CALL_ONCE, IF, WHILE. A session runs them between its steps.
final class SubgraphCall: NodeOperation, Inference {
  enum Kind: Sendable {
    /// Runs a subgraph once per session.
    case once(Int)
    /// Runs the first one if operand 0 is true, otherwise the second one.
    case branches
    /// Runs the second one while the first one returns true.
    case loop
  }

  let name: String
  let kind: Kind
  let called: [CalledGraph]
  let outputs: [TensorType]

  init(name: String, kind: Kind, called: [CalledGraph], outputs: [TensorType]) {
    (self.name, self.kind, self.called, self.outputs) = (name, kind, called, outputs)
  }

  var operation: any AnyOperation { OperationBox(self) }
  var multiplyAdds: Int { 0 }
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { self }
  func packedByteCount(_ inputs: Operands) -> Int { 0 }
  func repeatedWork(_ inputs: Operands) -> Int { 0 }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    throw .subgraph(called.first?.index ?? 0, reason: "has not been prepared")
  }

  /// Prepares a node's subgraphs.
  func prepared(
    _ node: PreparedCall.Node, _ options: PlanOptions, deadline: Deadline?, code: CodeAllocator
  ) throws(ModelError) -> PreparedCall {
    var left = options
    var parts: [PreparedCall.Part] = []
    for called in called {
      let plan = try Plan(preparing: called.graph, options: left, deadline: deadline, code: code)
      left.limits.memoryByteCount = max(left.limits.memoryByteCount - plan.memoryByteCount, 0)
      parts.append(
        PreparedCall.Part(index: called.index, plan: plan, rest: called.rest, operands: called.operands))
    }
    return PreparedCall(self, parts, node, options: options)
  }
}
