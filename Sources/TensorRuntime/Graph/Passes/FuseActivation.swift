import TFLiteFormat

extension Graph {
  /// Moves an activation (RELU and its limited forms, LEAKY_RELU, PRELU) into the operator that makes its only input.
  ///
  /// A PRELU moves if its slopes are one constant a channel.
  package mutating func fuseActivations() {
    var links = GraphLinks(self)
    for (index, node) in nodes.enumerated() {
      guard let input = node.inputs.first ?? nil, links.isUsedOnce(input), let source = links.producer(of: input),
        let producer = nodes[source].operation as? any ActivationFusing,
        let activation = activation(of: node), let fused = producer.fusing(activation)
      else { continue }
      for output in node.outputs { links.setProducer(of: output, to: source) }
      nodes[source].operation = fused
      nodes[source].outputs = node.outputs
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  private func activation(of node: Node) -> FusedActivation? {
    if let clamp = node.operation as? any ClampOperator { return type(of: clamp).entry.function }
    if let leaky = node.operation as? LeakyReLU, let channels = values[node.outputs[0]].type.shape.last {
      return .slopes([Float](repeating: leaky.slope, count: channels))
    }
    guard node.operation is ParametricReLU, node.inputs.count == 2, let slopes = node.inputs[1],
      let constant = values[slopes].constant, let channels = values[node.outputs[0]].type.shape.last,
      constant.type.elementCount == channels, constant.type.shape.last == channels
    else { return nil }
    return .slopes(
      constant.withUnsafeBytes { bytes in
        (0..<channels).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
      })
  }
}
