extension Graph {
  /// Fuses an ADD of equal shapes, with its activation, into the convolution that produces one of its inputs, as
  /// addend.
  ///
  /// The convolution takes the place of the ADD, where the other input is available.
  package mutating func fuseResiduals() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let add = node.operation(Add.self), let output = node.outputs.first,
          let left = node.inputs[0], let right = node.inputs[1],
          patch.values[left].type == patch.values[right].type, left != right
        else { continue }
        // The later of two convolutions adds the other's result.
        for source in [left, right].compactMap({ patch.producer(of: $0) }).sorted(by: >) {
          guard let producer = patch[source], let convolution = producer.operation(Conv2D.self),
            patch.isUsedOnce(producer.outputs[0]), let fused = convolution.fusingAddend(add.activation)
          else { continue }
          let other = producer.outputs[0] == left ? right : left
          guard patch.values[other].constant == nil else { continue }
          let padding = [Int?](repeating: nil, count: 3 - producer.inputs.count)
          let whole = try patch.changed(
            producer, to: fused, inputs: producer.inputs + padding + [other], outputs: [output])
          patch.remove(source)
          patch.replace(place, by: whole)
          break
        }
      }
    }
  }
}
