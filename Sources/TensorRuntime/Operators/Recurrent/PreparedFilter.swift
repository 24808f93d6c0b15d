import TensorKernels

/// A prepared ``SingularValueFilter`` of floats, or of floats with features quantized at run time.
final class PreparedFilter: PreparedOperator {
  let shape: SingularValueFilter.Shape
  /// Integers if features are quantized.
  let features: [Float]
  let times: [Float]
  let bias: [Float]
  let limits: (lower: Float, upper: Float)
  /// The quantization of features, and the scale of their weights; nil for floats.
  let rounding: (quantization: RowQuantization, scale: Float)?

  init(
    shape: SingularValueFilter.Shape, features: [Float], times: [Float], bias: [Float],
    limits: (lower: Float, upper: Float), rounding: (quantization: RowQuantization, scale: Float)?
  ) {
    (self.shape, self.features, self.times, self.bias, self.limits) = (shape, features, times, bias, limits)
    self.rounding = rounding
  }

  var provider: KernelProvider { .reference }
  var heldByteCount: Int { (features.count + times.count + bias.count) * MemoryLayout<Float>.stride }
  var scratchByteCount: Int { rounding == nil ? 0 : shape.features * MemoryLayout<Float>.stride }

  var usefulShareCount: Int { shape.usefulShareCount }

  /// A unit is an output of a sequence, with its filters.
  func run(_ io: OperatorIO) {
    let units = io.share(of: shape.batch * shape.outputs)
    guard !units.isEmpty else { return }
    for sequence in units.lowerBound / shape.outputs...(units.upperBound - 1) / shape.outputs {
      var input = io.input(0) + sequence * shape.features
      var scale: Float = 1
      if let rounding {
        scale = rounding.quantization.quantize(shape.features, input, io.scratch) * rounding.scale
        input = UnsafePointer(io.scratch)
      }
      let first = sequence * shape.outputs
      for unit in units.clamped(to: first..<first + shape.outputs) {
        io.output(0)[unit] = output(unit - first, io, input, scale, sequence)
      }
    }
  }

  private func output(
    _ output: Int, _ io: OperatorIO, _ input: UnsafePointer<Float>, _ scale: Float, _ sequence: Int
  ) -> Float {
    let states = io.inputs[4].unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
    var sum = bias[output]
    for filter in output * shape.rank..<(output + 1) * shape.rank {
      let state = states + (sequence * shape.filters + filter) * shape.times
      state.update(from: state + 1, count: shape.times - 1)
      var result: Float = 0
      for i in 0..<shape.features { result += features[filter * shape.features + i] * input[i] }
      state[shape.times - 1] = result * scale
      for i in 0..<shape.times { sum += state[i] * times[filter * shape.times + i] }
    }
    return min(max(sum, limits.lower), limits.upper)
  }
}
