import TensorKernels

/// Makes the products of a recurrent operator from its constant operands.
struct RecurrentProductBuilder {
  /// Weights by their places, one matrix for each equal block of columns, and the elements of a row that they are
  /// multiplied by.
  typealias Part = (weights: [Int], depth: Int)

  let context: PreparationContext
  /// Rows of each product.
  let rows: Int
  /// How rows are rounded if weights are of int8; nil for floats.
  let quantization: RowQuantization?

  /// The product of rows that consist of parts.
  func product(_ parts: [Part], bias: [Float]) throws(OperatorError) -> any RecurrentProduct {
    guard let quantization else { return try floats(parts, bias: bias) }
    var provider = KernelProvider.reference
    var made: [HybridProduct.Part] = []
    var start = 0
    for part in parts {
      var filter: [Float] = [], scales: [Float] = []
      for place in part.weights {
        filter += try context.inputs.weights(place)
        scales.append(try context.inputs.weightScale(place))
      }
      let (kernel, actual) = kernel(filter, depth: part.depth)
      provider = actual
      made.append(HybridProduct.Part(start: start, depth: part.depth, kernel: kernel, scales: scales))
      start += part.depth
    }
    return HybridProduct(rows: rows, parts: made, bias: bias, quantization: quantization, provider: provider)
  }

  /// One product for all parts.
  private func floats(_ parts: [Part], bias: [Float]) throws(OperatorError) -> any RecurrentProduct {
    let depth = parts.reduce(0) { $0 + $1.depth }
    var filter: [Float] = []
    filter.reserveCapacity(bias.count * depth)
    for block in parts[0].weights.indices {
      var matrices: [[Float]] = []
      for part in parts { matrices.append(try context.inputs.weights(part.weights[block])) }
      for row in 0..<bias.count / parts[0].weights.count {
        for (part, matrix) in zip(parts, matrices) { filter += matrix[row * part.depth..<(row + 1) * part.depth] }
      }
    }
    let (kernel, provider) = kernel(filter, bias: bias, depth: depth)
    return FloatProduct(rows: rows, kernel: kernel, provider: provider)
  }

  private func kernel(
    _ filter: [Float], bias: [Float] = [], depth: Int
  ) -> (kernel: any MatrixMultiplyKernel, provider: KernelProvider) {
    let columns = filter.count / depth
    return filter.withUnsafeBufferPointer { filter in
      bias.withUnsafeBufferPointer { bias in
        let epilogue = Epilogue(bias: bias.isEmpty ? nil : bias, channels: columns, activation: .none)
        guard let base = filter.baseAddress else { preconditionFailure("extents are positive") }
        return context.kernel(
          MatrixMultiply.family, MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth),
          LayerWeights(filter: base, epilogue: epilogue))
      }
    }
  }
}
