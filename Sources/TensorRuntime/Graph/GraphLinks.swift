/// Which node writes each value and how often it is read, found once for a pass that looks at every node.
///
/// Nodes are named by their place in `Graph.nodes`; a pass that moves an output to another node says so.
struct GraphLinks {
  private var producers: [Int?]
  private var useCounts: [Int]
  /// The last node whose first input is the value.
  private var readers: [Int?]

  init(_ graph: Graph) {
    producers = [Int?](repeating: nil, count: graph.values.count)
    readers = producers
    useCounts = [Int](repeating: 0, count: graph.values.count)
    for output in graph.outputs { useCounts[output] += 1 }
    for (index, node) in graph.nodes.enumerated() {
      if node.outputs.count == 1 { producers[node.outputs[0]] = index }
      if case let input?? = node.inputs.first { readers[input] = index }
      for case let input? in node.inputs { useCounts[input] += 1 }
    }
  }

  /// The node that writes the value and no other.
  func producer(of value: Int) -> Int? { producers[value] }

  /// The node that alone reads the value, as its first input, if the value is no output of the graph.
  func onlyReader(of value: Int) -> Int? { useCounts[value] == 1 ? readers[value] : nil }

  /// Whether one node reads the value, once, or it is one output of the graph and nobody reads it.
  func isUsedOnce(_ value: Int) -> Bool { useCounts[value] == 1 }

  /// Notes that a value is written by another node now, or by none.
  mutating func setProducer(of value: Int, to node: Int?) { producers[value] = node }

  /// Notes that a value is read by another node now.
  mutating func setReader(of value: Int, to node: Int) { readers[value] = node }
}
