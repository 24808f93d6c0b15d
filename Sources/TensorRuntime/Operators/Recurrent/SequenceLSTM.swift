import TFLiteFormat
import TensorKernels

/// Long short-term memory over a sequence (TFLite `UNIDIRECTIONAL_SEQUENCE_LSTM`), in float32.
///
/// With the input x of a time, the output h of the time before, the cells c, and one row of weights for each cell:
///
///     i = σ(Wᵢx + Rᵢh + pᵢ⊙c + bᵢ)      f = σ(W_f x + R_f h + p_f⊙c + b_f)      g = a(W_g x + R_g h + b_g)
///     c ← clip(f⊙c + i⊙g)               o = σ(Wₒx + Rₒh + pₒ⊙c + bₒ)            h ← o⊙a(c), or clip(P(o⊙a(c)) + b)
///
/// - Inputs: the sequence `[batch, time, in]`, or `[time, batch, in]` with `time_major`; weights W of input, forget,
///   cell and output gate `[cells, in]`; R of the same `[cells, out]`; p of input, forget and output gate `[cells]`,
///   optional; b of the four gates `[cells]`; P `[out, cells]` and its bias `[out]`, optional; h `[batch, out]` and c
///   `[batch, cells]`, variables that keep their values from run to run; scales of a layer normalization of the gates
///   `[cells]`, optional. Without W of the input gate, i is 1 − f. Weights are constants; those of int8 are taken as
///   the floats that they stand for, while LiteRT rounds inputs to 8 bits, too.
/// - Output: h of each time, in the order of the input.
package struct SequenceLSTM: Operator, TypedOperation {
  package static let tfliteName = "UNIDIRECTIONAL_SEQUENCE_LSTM"
  package static let builtinCode = 44

  private let activation: CellActivation
  private let cellClip: Float, outputClip: Float
  private let isTimeMajor: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try CellActivation(code: options.byte(0))
    cellClip = try options.clip(1, "cell_clip")
    outputClip = try options.clip(2, "proj_clip")
    isTimeMajor = try options.flag(3)
    guard try !options.flag(5) else { throw .option(name: "diagonal_recurrent_tensors", value: 1) }
  }

  package var readsQuantized: Bool { true }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || keepsState(index) }
  package func keepsState(_ index: Int) -> Bool { index == 18 || index == 19 }

  /// The gates, in the order of the operands.
  enum Gate: Int {
    case input, forget, cell, output
  }

  // MARK: Shapes

  /// The extents of a use, and which of the optional parts it has.
  private struct Shape {
    let batch: Int, times: Int, inputs: Int, cells: Int, outputs: Int
    let gates: [Gate]
    let hasPeepholes: Bool, hasNormalization: Bool, hasProjection: Bool

    var depth: Int { inputs + outputs }
    var columns: Int { gates.count * cells }
  }

  private func shape(_ inputs: Operands) throws(OperatorError) -> Shape {
    guard [20, 24].contains(inputs.count) else { throw .inputCount(expected: 20...24, found: inputs.count) }
    let sequence = try inputs.type(0, rank: 3...3).shape
    let cells = try weights(inputs, 2, rank: 2).shape[0]
    let outputs = try weights(inputs, 6, rank: 2).shape[1]
    guard sequence[2] > 0, cells > 0, outputs > 0 else {
      throw .inputShape(input: 0, expected: "inputs, cells and outputs", found: sequence)
    }
    let gates: [Gate] = (inputs.optional(1) == nil ? [] : [.input]) + [.forget, .cell, .output]
    let shape = Shape(
      batch: sequence[isTimeMajor ? 1 : 0], times: sequence[isTimeMajor ? 0 : 1], inputs: sequence[2], cells: cells,
      outputs: outputs, gates: gates, hasPeepholes: inputs.optional(11) != nil,
      hasNormalization: inputs.optional(23) != nil, hasProjection: inputs.optional(16) != nil)
    func expect(_ index: Int, _ expected: [Int], isPresent: Bool = true) throws(OperatorError) {
      guard isPresent else {
        guard let found = inputs.optional(index) else { return }
        throw .inputShape(input: index, expected: "no tensor here", found: found.type.shape)
      }
      let found = try weights(inputs, index, rank: expected.count).shape
      guard found == expected else { throw .inputShape(input: index, expected: "\(expected)", found: found) }
    }
    for gate in [Gate.input, .forget, .cell, .output] {
      let isPresent = gates.contains(gate)
      try expect(1 + gate.rawValue, [cells, shape.inputs], isPresent: isPresent)
      try expect(5 + gate.rawValue, [cells, outputs], isPresent: isPresent)
      try expect(12 + gate.rawValue, [cells], isPresent: isPresent)
      try expect(20 + gate.rawValue, [cells], isPresent: isPresent && shape.hasNormalization)
      if let place = Self.peephole(gate) { try expect(place, [cells], isPresent: isPresent && shape.hasPeepholes) }
    }
    try expect(16, [outputs, cells], isPresent: shape.hasProjection)
    if inputs.optional(17) != nil { try expect(17, [outputs], isPresent: shape.hasProjection) }
    guard shape.hasProjection || outputs == cells else {
      throw .inputShape(
        input: 6, expected: "[\(cells), \(cells)], since nothing projects cells to outputs", found: [cells, outputs])
    }
    for (index, expected) in [(18, [shape.batch, outputs]), (19, [shape.batch, cells])] {
      let found = try inputs.state(index, rank: 2...2).shape
      guard found == expected else { throw .inputShape(input: index, expected: "\(expected)", found: found) }
    }
    return shape
  }

  private static func peephole(_ gate: Gate) -> Int? {
    switch gate {
    case .input: 9
    case .forget: 10
    case .cell: nil
    case .output: 11
    }
  }

  /// The type of constant weights.
  private func weights(_ inputs: Operands, _ index: Int, rank: Int) throws(OperatorError) -> TensorType {
    let type = try inputs.type(index, of: rank == 2 ? [.float32, .int8] : [.float32], rank: rank...rank)
    _ = try inputs.constant(index)
    if type.elementType == .int8 { _ = try type.tensorScale("input \(index)") }
    return type
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let shape = try shape(inputs)
    let times = isTimeMajor ? [shape.times, shape.batch] : [shape.batch, shape.times]
    return [try TensorType(.float32, times + [shape.outputs])]
  }

  package func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    guard let shape = try? shape(inputs) else { return 0 }
    var work = SaturatingSum()
    let rows = shape.batch * shape.times
    for (columns, depth) in [(shape.columns, shape.depth), (shape.hasProjection ? shape.outputs : 0, shape.cells)] {
      let (products, overflow) = rows.multipliedReportingOverflow(by: columns * depth)
      work.add(overflow ? .max : products)
    }
    return work.value
  }

  package func packedByteCount(inputs: Operands) -> Int {
    guard let shape = try? shape(inputs) else { return 0 }
    // The weights, and their copy before they are packed.
    var bytes = SaturatingSum(2 * MatrixMultiply.packedByteCount(columns: shape.columns, depth: shape.depth))
    if shape.hasProjection {
      bytes.add(MatrixMultiply.packedByteCount(columns: shape.outputs, depth: shape.cells))
    }
    bytes.add(8 * 4 * shape.cells)
    return bytes.value
  }

  // MARK: Preparation

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs, shape = try shape(context.inputs)
    // One row for each cell of each gate: its weights of inputs, then of outputs.
    var filter = [Float](repeating: 0, count: shape.columns * shape.depth)
    var bias = [Float](repeating: 0, count: shape.columns)
    for (place, gate) in shape.gates.enumerated() {
      let first = try inputs.weights(1 + gate.rawValue), second = try inputs.weights(5 + gate.rawValue)
      for cell in 0..<shape.cells {
        let row = (place * shape.cells + cell) * shape.depth
        for i in 0..<shape.inputs { filter[row + i] = first[cell * shape.inputs + i] }
        for i in 0..<shape.outputs { filter[row + shape.inputs + i] = second[cell * shape.outputs + i] }
      }
      bias.replaceSubrange(
        place * shape.cells..<(place + 1) * shape.cells, with: try inputs.weights(12 + gate.rawValue))
    }
    let none: [Float] = []
    func vectors(_ place: (Gate) -> Int?, isPresent: Bool) throws(OperatorError) -> [Gate: [Float]] {
      var vectors: [Gate: [Float]] = [:]
      for gate in shape.gates { if isPresent, let place = place(gate) { vectors[gate] = try inputs.weights(place) } }
      return vectors
    }
    let (gates, provider) = product(
      context, filter, shape.hasNormalization ? none : bias, rows: shape.batch, shape.depth)
    var projection: (any MatrixMultiplyKernel)?
    if shape.hasProjection {
      projection =
        product(
          context, try inputs.weights(16), inputs.optional(17) == nil ? none : try inputs.weights(17),
          rows: shape.batch,
          shape.cells
        ).kernel
    }
    return PreparedLSTM(
      cell: LSTMCell(
        cells: shape.cells, gates: shape.gates, activation: activation, clip: cellClip,
        peepholes: try vectors(Self.peephole, isPresent: shape.hasPeepholes),
        scales: try vectors({ 20 + $0.rawValue }, isPresent: shape.hasNormalization), bias: bias),
      batch: shape.batch, times: shape.times, inputs: shape.inputs, outputs: shape.outputs, isTimeMajor: isTimeMajor,
      outputClip: outputClip, gates: gates, projection: projection, provider: provider)
  }

  private func product(
    _ context: PreparationContext, _ filter: [Float], _ bias: [Float], rows: Int, _ depth: Int
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

extension OperatorOptions {
  /// A limit of magnitudes; 0 for none.
  fileprivate func clip(_ field: Int, _ name: String) throws(OperatorError) -> Float {
    let value = try float(field)
    guard value >= 0 else { throw .option(name: name, value: -1) }
    return value
  }
}
