import KernelChoice
import TFLiteFormat
import TensorKernels

/// Long short-term memory over a sequence (TFLite `UNIDIRECTIONAL_SEQUENCE_LSTM`).
///
/// With the input x of a time step, the previous output h, the cells c, and one row of weights per cell:
///
///     i = σ(Wᵢx + Rᵢh + pᵢ⊙c + bᵢ)      f = σ(W_f x + R_f h + p_f⊙c + b_f)      g = a(W_g x + R_g h + b_g)
///     c ← clip(f⊙c + i⊙g)               o = σ(Wₒx + Rₒh + pₒ⊙c + bₒ)            h ← o⊙a(c), or clip(P(o⊙a(c)) + b)
///
/// - Inputs: the sequence `[batch, time, in]`, or `[time, batch, in]` with `time_major`; weights W of input, forget,
///   cell and output gate `[cells, in]`; R of the same `[cells, out]`; p of input, forget and output gate `[cells]`,
///   optional; b of the four gates `[cells]`; P `[out, cells]` and its bias `[out]`, optional; h `[batch, out]` and c
///   `[batch, cells]`, variables that keep their values between runs; scales of a layer normalization of the gates
///   `[cells]`, optional. Without W of the input gate, i is 1 − f. Weights are constants. ``LSTMForm`` has the types;
///   integers are a separate operation, ``IntegerSequenceLSTM``.
/// - Output: h of each time, in the order of the input.
package struct SequenceLSTM: Operator, ProblemOperation {
  package static let tfliteName = "UNIDIRECTIONAL_SEQUENCE_LSTM"
  package static let builtinCode = 44

  let activation: CellActivation
  let cellClip: Float, outputClip: Float
  let isTimeMajor: Bool
  private let quantization: RowQuantization
  /// The types of the tensors with intermediate scales.
  package private(set) var intermediates: [TensorType] = []

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    try self.init(options, isTimeMajor: options.flag(3), isAsymmetric: options.flag(4))
    guard try !options.flag(5) else { throw .option(name: "diagonal_recurrent_tensors", value: 1) }
  }

  /// One direction of an operator with the same first options.
  init(_ options: OperatorOptions, isTimeMajor: Bool, isAsymmetric: Bool) throws(OperatorError) {
    activation = try CellActivation(code: options.byte(0))
    cellClip = try options.clip(1, "cell_clip")
    outputClip = try options.clip(2, "proj_clip")
    self.isTimeMajor = isTimeMajor
    quantization = RowQuantization(kind: isAsymmetric ? .asymmetric : .symmetric)
  }

  package func rounding(by intermediates: [TensorType]) -> SequenceLSTM? {
    var rounding = self
    rounding.intermediates = intermediates
    return rounding
  }

  package var readsQuantized: Bool { true }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || keepsState(index) }
  package func keepsState(_ index: Int) -> Bool { Self.states.contains(index) }

  /// Indices of h and c.
  static let states = 18...19

  // MARK: Shapes

  package func problem(_ inputs: Operands) throws(OperatorError) -> LSTMShape {
    try LSTMShape(inputs, isTimeMajor: isTimeMajor)
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    if case .integers = try LSTMForm(inputs) { return try IntegerSequenceLSTM(self).infer(inputs) }
    let shape = try problem(inputs)
    return Inferred(use: self, problem: shape, outputs: try outputTypes(of: shape))
  }

  package func outputTypes(of shape: LSTMShape) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, shape.output)]
  }

  package func repeatedWork(of shape: LSTMShape) -> Int { shape.multiplyAdds }

  package func packedByteCount(of shape: LSTMShape) -> Int? {
    var bytes = SaturatingSum()
    // The weights, and their temporary copy for packing.
    for depth in [shape.inputs, shape.outputs] {
      bytes.add(2 * MatrixMultiply.packedByteCount(columns: shape.columns, depth: depth))
    }
    if shape.hasProjection {
      bytes.add(MatrixMultiply.packedByteCount(columns: shape.outputs, depth: shape.cells))
    }
    bytes.add(8 * 4 * shape.cells)
    return bytes.value
  }

  // MARK: Preparation

  package func prepare(
    _ shape: LSTMShape, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs
    var bias: [Float] = []
    for gate in shape.gates { bias += try inputs.weights(gate.bias) }
    let sums = shape.hasNormalization ? [Float](repeating: 0, count: shape.columns) : bias
    let builder = RecurrentProductBuilder(
      context: context, rows: shape.batch, quantization: shape.form == .hybrid ? quantization : nil)
    let gates = try builder.product(
      [(shape.gates.map { $0.inputWeights }, shape.inputs), (shape.gates.map { $0.outputWeights }, shape.outputs)],
      bias: sums)
    var projection: (any RecurrentProduct)?
    if shape.hasProjection {
      let bias = inputs.optional(17) == nil ? [Float](repeating: 0, count: shape.outputs) : try inputs.weights(17)
      projection = try builder.product([([16], shape.cells)], bias: bias)
    }
    var peepholes: [[Float]] = [], normalizations: [[Float]] = []
    for gate in shape.gates {
      normalizations.append(shape.hasNormalization ? try inputs.weights(gate.normalization) : [])
      guard shape.hasPeepholes, let place = gate.peephole else {
        peepholes.append([])
        continue
      }
      let scale = try inputs.weightScale(place)
      peepholes.append(try inputs.weights(place).map { scale * $0 })
    }
    let cell = LSTMCell.Problem(
      rows: shape.batch, cells: shape.cells, hasInputGate: shape.gates.contains(.input), activation: activation,
      clip: cellClip)
    let limit = UnaryElementwise.Problem(
      .limit(lower: -outputClip, upper: outputClip), count: shape.batch * shape.outputs, element: .float32)
    return PreparedLSTM(
      cell: context.kernel(
        LSTMCell.family, cell, LSTMCell.Weights(peepholes: peepholes, scales: normalizations, bias: bias)
      ).kernel, shape: shape,
      limit: shape.hasProjection && outputClip > 0
        ? context.kernel(UnaryElementwise.family, limit, ()).kernel : nil,
      gates: gates, projection: projection)
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
