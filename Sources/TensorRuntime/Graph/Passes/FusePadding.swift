extension Graph {
  /// Moves a PAD of height and width into the convolution that alone reads it, as explicit padding: no padded copy is
  /// made.
  package mutating func fusePadding() {
    let links = GraphLinks(self)
    for (index, node) in nodes.enumerated() {
      guard let convolution = node.operation as? any PaddingFusing, let padded = node.inputs.first ?? nil,
        let source = links.producer(of: padded),
        let pad = nodes[source].operation as? Pad, links.isUsedOnce(padded),
        let amounts = try? pad.amounts(operands(of: nodes[source])), amounts.count == 4,
        amounts[0] == (0, 0), amounts[3] == (0, 0),
        let fused = convolution.fusing(
          top: amounts[1].before, bottom: amounts[1].after, left: amounts[2].before, right: amounts[2].after)
      else { continue }
      nodes[index].operation = fused
      nodes[index].inputs[0] = nodes[source].inputs[0]
      // An emptied node stays in place until the walk ends, so that indices hold.
      nodes[source].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }
}
