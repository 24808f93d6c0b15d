extension Graph {
  /// Fuses an activation (RELU and its limited forms, LEAKY_RELU, PRELU) into its producer.
  ///
  /// A PRELU needs one constant slope per channel.
  package mutating func fuseActivations() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let input = node.inputs.first ?? nil, patch.isUsedOnce(input),
          let source = patch.producer(of: input), let producer = patch[source],
          let activation = node.operation.fusedActivation(patch.operands(of: node)),
          let fused = producer.operation.fusing(activation)
        else { continue }
        let whole = try patch.changed(producer, to: fused, outputs: node.outputs)
        patch.remove(place)
        patch.replace(source, by: whole)
      }
    }
  }
}
