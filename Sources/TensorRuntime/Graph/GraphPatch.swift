/// A pass's edits to a graph's nodes, with up-to-date producers and readers of values.
///
/// Nodes are identified by their indices (places), which are stable until all edits are done.
struct GraphPatch {
  private var graph: Graph
  /// Nil where a node was removed.
  private var nodes: [Graph.Node?]
  private var producers: [Int?]
  private var useCounts: [Int]
  /// A node whose first input is the value: the only one if the value is used once.
  private var readers: [Int?]

  fileprivate init(_ graph: Graph) {
    self.graph = graph
    nodes = graph.nodes.map { $0 }
    producers = [Int?](repeating: nil, count: graph.values.count)
    readers = producers
    useCounts = [Int](repeating: 0, count: graph.values.count)
    for output in graph.outputs { useCounts[output] += 1 }
    for (place, node) in graph.nodes.enumerated() { link(node, at: place) }
  }

  // MARK: Queries

  var places: Range<Int> { nodes.indices }

  var values: [Graph.Value] { graph.values }

  subscript(place: Int) -> Graph.Node? { nodes[place] }

  func operands(of node: Graph.Node) -> Operands { graph.operands(of: node) }

  /// The result of an operator's own check of its operands.
  func checked<R>(
    _ node: Graph.Node, _ body: (Operands) throws(OperatorError) -> R
  ) throws(ModelError) -> R {
    do throws(OperatorError) {
      return try body(operands(of: node))
    } catch {
      throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
    }
  }

  /// The place of the node that produces only this value.
  func producer(of value: Int) -> Int? { producers[value] }

  /// The place of the only node that reads the value, as its first input, unless the graph outputs it.
  func onlyReader(of value: Int) -> Int? { useCounts[value] == 1 ? readers[value] : nil }

  /// Whether a single node reads the value once, or it is only an output of the graph.
  func isUsedOnce(_ value: Int) -> Bool { useCounts[value] == 1 }

  // MARK: Editing

  /// A node with another operator, and perhaps other values, inferred again.
  func changed(
    _ node: Graph.Node, to operation: any AnyOperation, inputs: [Int?]? = nil, outputs: [Int]? = nil
  ) throws(ModelError) -> Graph.Node {
    let (inputs, outputs) = (inputs ?? node.inputs, outputs ?? node.outputs)
    do throws(OperatorError) {
      let inference = try operation.infer(graph.values.operands(inputs, outputs))
      return Graph.Node(index: node.index, inference: inference, inputs: inputs, outputs: outputs)
    } catch {
      throw .node(subgraph: graph.subgraph, index: node.index, name: operation.name, error)
    }
  }

  func changed(
    _ node: Graph.Node, to operation: some NodeOperation, inputs: [Int?]? = nil, outputs: [Int]? = nil
  ) throws(ModelError) -> Graph.Node {
    try changed(node, to: OperationBox(operation), inputs: inputs, outputs: outputs)
  }

  mutating func remove(_ place: Int) { unlink(place) }

  mutating func replace(_ place: Int, by node: Graph.Node) {
    unlink(place)
    nodes[place] = node
    link(node, at: place)
  }

  /// Changes the type of a value that a changed node writes.
  mutating func setType(of value: Int, _ type: TensorType) { graph.values[value].type = type }

  private mutating func link(_ node: Graph.Node, at place: Int) {
    if node.outputs.count == 1 { producers[node.outputs[0]] = place }
    if case let input?? = node.inputs.first { readers[input] = place }
    for case let input? in node.inputs { useCounts[input] += 1 }
  }

  private mutating func unlink(_ place: Int) {
    guard let node = nodes[place] else { return }
    nodes[place] = nil
    for output in node.outputs where producers[output] == place { producers[output] = nil }
    if case let input?? = node.inputs.first, readers[input] == place { readers[input] = nil }
    for case let input? in node.inputs { useCounts[input] -= 1 }
  }

  fileprivate var remaining: [Graph.Node] { nodes.compactMap { $0 } }
}

extension Graph {
  mutating func edit(_ body: (inout GraphPatch) throws(ModelError) -> Void) throws(ModelError) {
    var patch = GraphPatch(self)
    try body(&patch)
    nodes = patch.remaining
    values = patch.values
  }
}
