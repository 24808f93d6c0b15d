extension Graph {
  /// Fuses a PAD of height and width into the only convolution that reads it, as explicit padding.
  package mutating func fusePadding() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let padded = node.inputs.first ?? nil, patch.isUsedOnce(padded),
          let source = patch.producer(of: padded), let pad = patch[source], let operation = pad.operation(Pad.self)
        else { continue }
        let amounts = try patch.checked(pad) { operands throws(OperatorError) in try operation.amounts(operands) }
        guard amounts.count == 4, amounts[0] == (0, 0), amounts[3] == (0, 0),
          let fused = node.operation.fusing(
            top: amounts[1].before, bottom: amounts[1].after, left: amounts[2].before, right: amounts[2].after)
        else { continue }
        var inputs = node.inputs
        inputs[0] = pad.inputs[0]
        let whole = try patch.changed(node, to: fused, inputs: inputs)
        patch.remove(source)
        patch.replace(place, by: whole)
      }
    }
  }
}
