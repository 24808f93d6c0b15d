extension Graph {
  /// Replaces dense layers with a computed filter or bias, which cannot be packed, by matrix products. It follows
  /// folding, which may reveal constants.
  package mutating func replaceComputedFilters(_ lowering: Lowering) throws(ModelError) {
    var replaced: [Node] = []
    for node in nodes {
      let isComputed = node.inputs.dropFirst().contains { $0.map { values[$0].constant == nil } ?? false }
      guard isComputed, let dense = node.operation(FullyConnected.self) else {
        replaced.append(node)
        continue
      }
      do throws(OperatorError) {
        var form = QuantizedForm(operands(of: node), lowering)
        try dense.multiply(&form)
        replaced += form.nodes(for: node, &values)
      } catch {
        throw .node(subgraph: subgraph, index: node.index, name: node.name, error)
      }
    }
    nodes = replaced
  }
}
