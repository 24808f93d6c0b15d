import TFLiteFormat
import TensorKernels

extension TransposeConv {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    if !form.lowering.infersTypes, try addLines(&form) { return true }
    return try quantizeSums(&form)
  }

  /// Byte convolutions for each vertical phase (``TransposedLines``), whose rows are interleaved; false if the layer is
  /// not of that kind, or if no code is emitted.
  private func addLines(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let layer = SummedLayer(self), picture = layer.places.picture
    guard try form.operands.required(picture).type.isQuantized, let filter = try layer.filter(form)
    else { return false }
    let problem = try problem(layer.floats(form))
    guard let all = TransposedLines.all(problem) else { return false }
    let length = problem.outputWidth * problem.outputChannels
    var lowered = form
    var parts: [QuantizedForm.Tensor] = [], moves: [Move] = []
    for lines in all {
      let window = lines.convolution.window
      let shape = [problem.batch, window.outputHeight, window.outputWidth * lines.convolution.outputChannels]
      guard var product = try layer.product(form, lines.convolution, filter, shape: shape) else { return false }
      product.arrange = { lines.weights($0) }
      moves.append(
        Move(
          [problem.batch, window.outputHeight, length], input: parts.count,
          from: Walk(over: shape).moved(to: [0, 0, lines.firstElement]),
          to: Walk(
            start: lines.firstLine * length, steps: [problem.outputHeight * length, problem.strideY * length, 1])))
      parts += try lowered.add(product, [form.inputs[picture]])
    }
    let shape = [problem.batch, problem.outputHeight, problem.outputWidth, problem.outputChannels]
    try lowered.finish(AlternateLines(name: name, shape: shape, moves: moves), parts)
    form = lowered
    return true
  }
}

/// Interleaves the rows of several tensors.
private struct AlternateLines: NodeOperation {
  let name: String
  let shape: [Int]
  let moves: [Move]

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    Movement(to: try inputs.type(0, of: [.int8, .uint8]).reshaped(shape), moves).inferred(by: OperationBox(self))
  }
}
