import TensorKernels

extension Graph {
  /// Fuses DEQUANTIZE, PRELU and QUANTIZE into an operator on bytes if nothing else reads the floats.
  ///
  /// Converters leave PRELU in float where the network's other operators are quantized.
  package mutating func fuseByteSlopes() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let quantize = patch[place], quantize.operation(Quantize.self) != nil, let sum = quantize.inputs[0],
          patch.isUsedOnce(sum), let middle = patch.producer(of: sum), let activation = patch[middle],
          let operation = activation.operation(ParametricReLU.self), let floats = activation.inputs[0],
          patch.isUsedOnce(floats), let first = patch.producer(of: floats), let dequantize = patch[first],
          dequantize.operation(Dequantize.self) != nil, let bytes = dequantize.inputs[0]
        else { continue }
        let (input, output) = (patch.values[bytes].type, patch.values[quantize.outputs[0]].type)
        guard input.byteRange != nil, input.elementType == output.elementType,
          let scales = input.quantization?.scales, scales.count == 1, scales[0] > 0,
          case .slopes(let slopes)? = operation.fusedActivation(patch.operands(of: activation)),
          slopes.count <= Self.maxSlopes
        else { continue }
        let name = [dequantize, activation, quantize].map { $0.name }.joined(separator: " + ")
        let whole = try patch.changed(
          quantize, to: SlopedBytes(name: name, slopes: slopes, type: output), inputs: [bytes])
        patch.remove(first)
        patch.remove(middle)
        patch.replace(place, by: whole)
      }
    }
  }

  /// More tables would evict others from the cache.
  private static let maxSlopes = 1024
}
