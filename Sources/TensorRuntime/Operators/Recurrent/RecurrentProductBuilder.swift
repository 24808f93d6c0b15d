import KernelChoice
import TensorKernels

/// Makes a recurrent operator's products from constant operands.
struct RecurrentProductBuilder {
  /// Indices of weights, one matrix for each equal block of columns, and the elements of a row that they multiply.
  typealias Part = (weights: [Int], depth: Int)

  let context: PreparationContext
  let rows: Int
  /// The quantization of rows for int8 weights; nil for floats.
  let quantization: RowQuantization?

  /// The product of rows that consist of parts.
  func product(_ parts: [Part], bias: [Float]) throws(OperatorError) -> any RecurrentProduct {
    guard let quantization else { return try floats(parts, bias: bias) }
    if let product = try integers(parts, bias: bias, quantization.kind) { return product }
    var provider = KernelProvider.reference
    var made: [HybridProduct.Part] = []
    for part in parts {
      var filter: [Float] = [], scales: [Float] = []
      for place in part.weights {
        filter += try context.inputs.weights(place)
        scales.append(try context.inputs.weightScale(place))
      }
      let (kernel, actual) = filter.withUnsafeBufferPointer { filter in
        guard let filter = filter.baseAddress else { preconditionFailure("extents are positive") }
        return self.kernel(columns: bias.count, depth: part.depth) { LayerWeights(filter: filter, epilogue: $0) }
      }
      provider = actual
      let sums = BlockScaledSums.Problem(rows: rows, columns: bias.count, scales: scales)
      made.append(
        HybridProduct.Part(
          start: made.reduce(0) { $0 + $1.depth }, depth: part.depth,
          rounding: rounding(quantization.kind, part.depth, output: .float32),
          product: MatrixRows(MatrixMultiply.Problem(rows: rows, columns: bias.count, depth: part.depth), kernel),
          addition: context.kernel(BlockScaledSums.family, sums, ()).kernel))
    }
    // Floats represent integers, exactly up to 2^24.
    return HybridProduct(
      rows: rows, columns: bias.count, parts: made, bias: bias, integers: .float32, provider: provider)
  }

  private func rounding(_ kind: RowQuantization.Kind, _ depth: Int, output: NumberType) -> any UnitKernel {
    context.kernel(
      RowQuantization.family,
      RowQuantization.Problem(kind, RowBlocks(groups: rows, length: depth), output: output), ()
    ).kernel
  }

  /// An integer product, whose scales are multiplied differently, by less than one ulp; nil if no code is emitted.
  private func integers(
    _ parts: [Part], bias: [Float], _ kind: RowQuantization.Kind
  ) throws(OperatorError) -> HybridProduct? {
    let isOfBytes = ByteMatrixMultiply.Elements.Scaled.prefersBytes(requested: context.provider)
    let window = Window2D(input: (1, 1), output: (1, 1), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let columns = bias.count
    let problems = parts.map { part in
      ByteConvolution.Problem(
        Convolution.Problem(batch: rows, inputChannels: part.depth, outputChannels: columns, window: window),
        .scaled(
          ByteMatrixMultiply.Elements.Scaled(
            rowsPerScale: 1, hasOneScale: part.weights.count == 1, isOfBytes: isOfBytes)))
    }
    guard problems.allSatisfy({ ByteConvolution.family.emits($0, requested: context.provider) }) else { return nil }
    let sum = BinaryElementwise.Problem(.add, BroadcastPair(left: [rows * columns], right: [rows * columns]))
    let integers: NumberType = isOfBytes ? .uint8 : .int16
    var made: [HybridProduct.Part] = []
    var provider = KernelProvider.machineCode
    for (part, problem) in zip(parts, problems) {
      let hasOneScale = part.weights.count == 1
      var memories: [ConstantMemory] = [], scales: [Float] = []
      for place in part.weights {
        memories.append(try context.inputs.constant(place).lent(context.spares))
        let scale = try context.inputs.weightScale(place)
        scales += [Float](repeating: scale, count: hasOneScale ? 1 : columns / part.weights.count)
      }
      let count = columns / part.weights.count * part.depth
      let filter = ByteFilter(
        memories.map { UnsafeBufferPointer(start: $0.pointer.assumingMemoryBound(to: Int8.self), count: count) })
      let product = withExtendedLifetime(memories) {
        context.kernel(
          ByteConvolution.family, problem,
          ByteMatrixMultiply.Weights(
            filter: filter, scales: scales, bias: made.isEmpty ? bias : nil, columns: columns))
      }
      provider = product.provider
      made.append(
        HybridProduct.Part(
          start: made.reduce(0) { $0 + $1.depth }, depth: part.depth,
          rounding: rounding(kind, part.depth, output: integers), product: product.kernel,
          addition: made.isEmpty ? nil : context.kernel(BinaryElementwise.family, sum, ()).kernel))
    }
    return HybridProduct(rows: rows, columns: columns, parts: made, integers: integers, provider: provider)
  }

  /// One product for all parts.
  private func floats(_ parts: [Part], bias: [Float]) throws(OperatorError) -> any RecurrentProduct {
    let width = bias.count / parts[0].weights.count
    var memories: [ConstantMemory] = [], blocks: [FilterBlocks.Block] = []
    var depth = 0
    for part in parts {
      for (index, place) in part.weights.enumerated() {
        let memory = try context.inputs.constant(place).lent(context.spares)
        memories.append(memory)
        blocks.append(
          FilterBlocks.Block(
            UnsafePointer(memory.pointer.assumingMemoryBound(to: Float.self)),
            columns: index * width..<(index + 1) * width, terms: depth..<depth + part.depth))
      }
      depth += part.depth
    }
    let filter = FilterBlocks(blocks)
    let (kernel, provider) = withExtendedLifetime((memories, filter)) {
      self.kernel(columns: bias.count, depth: depth, bias: bias) { LayerWeights(filter, epilogue: $0) }
    }
    return FloatProduct(rows: rows, kernel: kernel, provider: provider)
  }

  private func kernel(
    columns: Int, depth: Int, bias: [Float] = [], _ weights: (Epilogue) -> LayerWeights
  ) -> (kernel: any RowProductKernel, provider: KernelProvider) {
    let epilogue = bias.withUnsafeBufferPointer {
      Epilogue(bias: bias.isEmpty ? nil : $0, channels: columns, activation: .none)
    }
    return context.kernel(
      MatrixMultiply.family, MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth), weights(epilogue))
  }
}
