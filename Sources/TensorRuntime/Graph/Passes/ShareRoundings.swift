extension Graph {
  /// Rounds floats once for all layers that read them with byte filters, as those of queries, keys and values do.
  package mutating func shareRoundings() {
    // By value: the nodes that last rounded it and found its ranges, and the value to read instead.
    var places = [(rounding: Int?, ranges: Int?)](repeating: (nil, nil), count: values.count)
    var shared = Array(values.indices)
    var kept: [Node] = []
    for node in nodes {
      let node = Node(
        index: node.index, inference: node.inference, inputs: node.inputs.map { $0.map { shared[$0] } },
        outputs: node.outputs)
      // What is kept between runs may change between two nodes.
      if case let input?? = node.inputs.first, values[input].state == nil, node.roundsFloats {
        let isRounding = node.operation(DynamicQuantization.self) != nil
        if let place = isRounding ? places[input].rounding : places[input].ranges, kept[place].rounds(as: node) {
          for (output, other) in zip(node.outputs, kept[place].outputs) { shared[output] = other }
          continue
        }
        if isRounding { places[input].rounding = kept.count } else { places[input].ranges = kept.count }
      }
      kept.append(node)
    }
    nodes = kept
  }
}

extension Graph.Node {
  fileprivate var roundsFloats: Bool {
    operation(DynamicQuantization.self) != nil || operation(DynamicRanges.self) != nil
  }

  fileprivate func rounds(as other: Graph.Node) -> Bool {
    guard inputs == other.inputs else { return false }
    if let left = operation(DynamicQuantization.self), let right = other.operation(DynamicQuantization.self) {
      return left.kind == right.kind && left.blocks == right.blocks && left.output == right.output
    }
    if let left = operation(DynamicRanges.self), let right = other.operation(DynamicRanges.self) {
      return left.blocks == right.blocks
    }
    return false
  }
}
