import MachineCode
import TFLiteFormat
import TensorKernels

/// The plans of the subgraphs that a node runs. It is not run itself: a session runs the plans.
final class PreparedCall: PreparedOperator {
  let kind: SubgraphCall.Kind
  let plans: [Plan]
  /// For each plan, for each of its inputs, the operand of the node.
  let operands: [[Int]]

  init(kind: SubgraphCall.Kind, plans: [Plan], operands: [[Int]]) {
    (self.kind, self.plans, self.operands) = (kind, plans, operands)
  }

  var provider: KernelProvider { .reference }
  var memory: [any KernelMemory] { plans.flatMap { $0.memory } }
  var heldByteCount: Int { plans.reduce(0) { $0 + $1.memoryByteCount } }
  /// The threads' scratch is that of the session.
  var scratchByteCount: Int { plans.map { $0.scratchByteCount }.max() ?? 0 }
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
