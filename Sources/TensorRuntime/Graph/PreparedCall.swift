import MachineCode
import TFLiteFormat
import TensorKernels

/// The plans of a node's subgraphs, which a session runs.
final class PreparedCall: PreparedOperator {
  struct Part: Sendable {
    let index: Int
    let plan: Plan
    /// The rest after the plan.
    let rest: GraphContinuation?
    /// For each input of the plan, the node's operand.
    let operands: [Int]
  }

  /// For errors.
  struct Node: Sendable {
    let subgraph: Int, index: Int
    let name: String
  }

  let kind: SubgraphCall.Kind
  let parts: [Part]
  let outputs: [TensorType]
  let node: Node
  /// For preparing the rests.
  let options: PlanOptions

  init(_ call: SubgraphCall, _ parts: [Part], _ node: Node, options: PlanOptions) {
    (kind, outputs) = (call.kind, call.outputs)
    (self.parts, self.node, self.options) = (parts, node, options)
  }

  var isLoop: Bool {
    if case .loop = kind { true } else { false }
  }
  /// The subgraph that is run once; nil for other kinds.
  var onceSubgraph: Int? {
    if case .once(let subgraph) = kind { subgraph } else { nil }
  }

  var provider: KernelProvider { .reference }
  var memory: [any KernelMemory] { parts.flatMap { $0.plan.memory } }
  var heldByteCount: Int { parts.reduce(0) { $0 + $1.plan.memoryByteCount + ($1.rest?.memoryByteCount ?? 0) } }
  /// The threads' scratch is the session's.
  var scratchByteCount: Int { parts.map { $0.plan.scratchByteCount }.max() ?? 0 }
  func run(_ io: OperatorIO) {}

  /// Checks output types known only after a run.
  func check(_ outputs: [TensorDescription], of part: Int) throws(ModelError) {
    let index = parts[part].index
    do throws(OperatorError) {
      switch kind {
      case .once: break
      case .branches: try CalledGraph.expect(outputs, self.outputs, subgraph: index, as: "as the operator has")
      case .loop where part == 0: try CalledGraph.expectCondition(outputs, subgraph: index)
      case .loop: try CalledGraph.expect(outputs, self.outputs, subgraph: index, as: "as it has inputs")
      }
    } catch {
      throw .node(subgraph: node.subgraph, index: node.index, name: node.name, error)
    }
  }
}

extension Graph {
  /// The prepared subgraphs of each node that has some, by node.
  func preparedCalls(
    _ options: PlanOptions, deadline: Deadline?, code: CodeAllocator
  ) throws(ModelError) -> [Int: PreparedCall] {
    var options = options
    var calls: [Int: PreparedCall] = [:]
    for (step, node) in nodes.enumerated() {
      guard let call = node.inference as? SubgraphCall else { continue }
      let place = PreparedCall.Node(subgraph: subgraph, index: node.index, name: node.name)
      let prepared = try call.prepared(place, options, deadline: deadline, code: code)
      options.limits.memoryByteCount = max(options.limits.memoryByteCount - prepared.heldByteCount, 0)
      calls[step] = prepared
    }
    return calls
  }
}
