extension Graph {
  /// Swaps an enlarging RESIZE_BILINEAR with the 1×1 convolution that alone reads it, so that the convolution has fewer
  /// pixels.
  ///
  /// Both are linear, and bilinear weights add up to one, so the bias passes through, and results are the same up to
  /// rounding. The palm detector has two of them, with 6 % of its multiply-adds.
  package mutating func moveResizes() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let convolution = node.operation(Conv2D.self), convolution.activation.isNone,
          let enlarged = node.inputs[0], patch.isUsedOnce(enlarged), let source = patch.producer(of: enlarged),
          let resize = patch[source], resize.operation(BilinearResize.self) != nil, let picture = resize.inputs[0]
        else { continue }
        let (small, large) = (patch.values[picture].type.shape, patch.values[enlarged].type.shape)
        guard let filter = node.inputs[1], small[1] * small[2] * 2 <= large[1] * large[2],
          convolution.isPointwise(picture: large, filter: patch.values[filter].type.shape)
        else { continue }
        // The value in between is now the convolution's small result.
        let first = try patch.changed(
          node, to: convolution, inputs: [picture] + node.inputs.dropFirst(), outputs: [enlarged])
        patch.setType(of: enlarged, first.inference.outputs[0])
        let second = try patch.changed(
          resize, to: resize.operation, inputs: [enlarged] + resize.inputs.dropFirst(), outputs: node.outputs)
        patch.replace(place, by: second)
        patch.replace(source, by: first)
      }
    }
  }
}
