/// For each node, the first one that prepares the same, with the same operation, types and constants: unrolled loops
/// repeat a few nodes hundreds of times.
struct EqualNodes {
  private let first: [Int]

  init(_ graph: Graph) {
    var known: [Int: Int] = [:]
    var first = Array(graph.nodes.indices)
    for place in first {
      var key = Int(bitPattern: ObjectIdentifier(graph.nodes[place].inference))
      for input in graph.nodes[place].inputs {
        let identity = graph.constantIdentity(input)
        if identity >= graph.values.count { key = identity }
      }
      if let other = known[key], graph.prepares(graph.nodes[place], as: graph.nodes[other]) {
        first[place] = other
      } else {
        known[key] = place
      }
    }
    self.first = first
  }

  /// A node's own place if no node before is equal.
  subscript(place: Int) -> Int { first[place] }
}

extension Graph {
  fileprivate func prepares(_ node: Node, as other: Node) -> Bool {
    // A caller's kernels may keep something from run to run.
    guard node.inputs.count == other.inputs.count, node.operation(CustomNode.self) == nil else { return false }
    for place in node.inputs.indices
    where constantIdentity(node.inputs[place]) != constantIdentity(other.inputs[place]) { return false }
    return node.inference === other.inference
      || operands(of: node).hasTypes(of: operands(of: other)) && node.operation.isSame(as: other.operation)
  }

  /// The address of a computed constant, the place of one in the file, and -1 for other values.
  @inline(never)
  fileprivate func constantIdentity(_ value: Int?) -> Int {
    guard let value, let constant = values[value].constant else { return -1 }
    return constant.isOwned ? Int(bitPattern: constant.aligned().pointer) : value
  }
}
