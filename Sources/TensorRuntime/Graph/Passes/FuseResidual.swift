extension Graph {
  /// Moves an ADD of two equal shapes into the convolution that makes one of its inputs, as that convolution's addend,
  /// and takes the ADD's own activation along.
  ///
  /// The convolution moves to the place of the ADD, where the other input is there too.
  package mutating func fuseResiduals() {
    var links = GraphLinks(self)
    for (index, node) in nodes.enumerated() {
      guard let add = node.operation as? Add, let output = node.outputs.first,
        let left = node.inputs[0], let right = node.inputs[1],
        values[left].type == values[right].type, left != right
      else { continue }
      // The later of two convolutions takes the other's result.
      let sources = [left, right].compactMap { links.producer(of: $0) }.sorted(by: >)
      for source in sources {
        let produced = nodes[source].outputs[0]
        guard let convolution = nodes[source].operation as? Conv2D, links.isUsedOnce(produced),
          var fused = convolution.fusingAddend()
        else { continue }
        if !add.activation.isNone {
          guard let activated = fused.fusing(add.activation) else { continue }
          fused = activated
        }
        let other = produced == left ? right : left
        guard values[other].constant == nil else { continue }
        var moved = nodes[source]
        moved.operation = fused
        moved.inputs += [Int?](repeating: nil, count: 3 - moved.inputs.count) + [other]
        moved.outputs = [output]
        nodes[index] = moved
        nodes[source].outputs = []
        links.setProducer(of: produced, to: nil)
        break
      }
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }
}
