extension Graph {
  /// Replaces dense layers whose filter or bias is computed at run time, which no kernel can pack, by products of
  /// matrices. It comes after folding: until then a constant may look like a computed tensor.
  package mutating func replaceComputedFilters(limits: ModelLimits) throws(ModelError) {
    var replaced: [Node] = []
    for node in nodes {
      let isComputed = node.inputs.dropFirst().contains { $0.map { values[$0].constant == nil } ?? false }
      guard isComputed, let dense = node.operation(FullyConnected.self) else {
        replaced.append(node)
        continue
      }
      do throws(OperatorError) {
        var form = QuantizedForm(operands(of: node), tensorByteCount: limits.tensorByteCount)
        try dense.multiply(&form)
        replaced += form.nodes(for: node, &values)
      } catch {
        throw .node(subgraph: subgraph, index: node.index, name: node.name, error)
      }
    }
    nodes = replaced
  }
}
