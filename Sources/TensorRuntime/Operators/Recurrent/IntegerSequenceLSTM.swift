import TFLiteFormat
import TensorKernels

/// ``SequenceLSTM`` in integers, with the bits of LiteRT's (`EvalInteger8x8_16`, the same in all of its kernel sets).
///
/// - Inputs: those of ``SequenceLSTM`` as ``LSTMForm/integers``. The scale of the cells is a power of two, 2⁻¹⁵ to 2⁻⁹.
/// - Intermediates: five tensors without values, with the scales of the gates' sums if normalized, and of the hidden
///   state before projection.
/// - Output: int8, in the scale of h.
struct IntegerSequenceLSTM: ProblemOperation {
  let options: SequenceLSTM

  init(_ options: SequenceLSTM) throws(OperatorError) {
    // LiteRT supports no other one in integers.
    guard options.activation == .tanh else {
      throw .option(name: "fused_activation_function", value: options.activation.rawValue)
    }
    guard options.intermediates.count == 5 else {
      throw .quantization("the list of intermediates", expected: "five tensors")
    }
    self.options = options
  }

  var name: String { SequenceLSTM.tfliteName }
  var readsQuantized: Bool { true }
  func keepsState(_ index: Int) -> Bool { options.keepsState(index) }

  struct Problem: Sendable {
    let shape: LSTMShape
    let output: TensorType
    fileprivate let scales: Scales
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Problem {
    let shape = try LSTMShape(inputs, isTimeMajor: options.isTimeMajor)
    let output = try inputs.quantizedOutput(shape.output, like: inputs.required(0).type)
    return Problem(shape: shape, output: output, scales: try scales(shape, inputs, output: output))
  }

  func outputTypes(of problem: Problem) throws(OperatorError) -> [TensorType] { [problem.output] }

  func repeatedWork(of problem: Problem) -> Int { problem.shape.multiplyAdds }

  func packedByteCount(of problem: Problem) -> Int? {
    var bytes = SaturatingSum(problem.shape.cells * 64)
    bytes.add(problem.shape.outputs * 8)
    return bytes.value
  }

  // MARK: Scales

  /// The operands' scales.
  fileprivate struct Scales {
    let sequence: (scale: Float, zeroPoint: Int)
    let state: (scale: Float, zeroPoint: Int)
    /// The hidden state before projection; the state's without one.
    let hidden: (scale: Float, zeroPoint: Int)
    /// Of each gate.
    let sums: [Float]
    let output: Float
    /// The exponent of the cells' scale.
    let cellExponent: Int
  }

  private func intermediate(_ index: Int) throws(OperatorError) -> (scale: Float, zeroPoint: Int) {
    try options.intermediates[index].tensorScale("intermediate \(index)")
  }

  private func scales(
    _ shape: LSTMShape, _ inputs: Operands, output: TensorType
  ) throws(OperatorError) -> Scales {
    let cells = try inputs.required(19).type.tensorScale("input 19")
    let exponent = cells.scale.exponent
    guard cells.scale.significand == 1, (-24 ... -9).contains(exponent), cells.zeroPoint == 0 else {
      throw .quantization("input 19", expected: "a power of two from 2^-24 to 2^-9, and a zero point of zero")
    }
    var sums = [Float](repeating: 1 / 4096, count: 4)
    for gate in shape.gates where shape.hasNormalization { sums[gate.rawValue] = try intermediate(gate.rawValue).scale }
    let hidden = try intermediate(4)
    // Types other than int8 may have any.
    guard abs(hidden.zeroPoint) <= 128 else {
      throw .quantization("intermediate 4", expected: "a zero point of 8 bits")
    }
    return Scales(
      sequence: try inputs.required(0).type.tensorScale("input 0"),
      state: try inputs.required(18).type.tensorScale("input 18"),
      hidden: hidden, sums: sums,
      output: try output.tensorScale("the output").scale, cellExponent: Int(exponent))
  }

  // MARK: Preparation

  func prepare(_ problem: Problem, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let (inputs, shape, scales) = (context.inputs, problem.shape, problem.scales)
    var gates: [IntegerLSTMGate] = []
    for gate in shape.gates { gates.append(try prepared(gate, shape, scales, inputs)) }
    var projection: IntegerMatrix?
    if shape.hasProjection {
      projection = try inputs.integerMatrix(
        16, zeroPoint: -scales.hidden.zeroPoint, bias: inputs.optional(17) == nil ? nil : 17,
        factor: try inputs.weightScale(16) * scales.hidden.scale / scales.state.scale)
    }
    // Negated for a projection, as in LiteRT, which also does so with the weights' sums.
    let hidden = scales.hidden.zeroPoint
    let weights = IntegerLSTM.Weights(
      gates: gates, projection: projection, stateZeroPoint: Int32(scales.state.zeroPoint),
      cellExponent: scales.cellExponent,
      hiddenFactor: FixedPointMultiplier(Double(Float(0x1p-15 / Double(scales.hidden.scale) * 0x1p-15))),
      hiddenZeroPoint: Int32(shape.hasProjection ? -hidden : hidden),
      cellClip: Int16(max(-32768, min(options.cellClip * exp2(-scales.cellExponent), 32767))),
      outputClip: Int8(max(-128, min(options.outputClip / scales.output, 127))))
    let (kernel, provider) = context.kernel(
      IntegerLSTM.family,
      IntegerLSTM.Problem(
        sequences: shape.sequences, inputs: shape.inputs, cells: shape.cells, outputs: shape.outputs, stateInput: 18,
        cellInput: 19), weights)
    return PreparedKernel(kernel, provider)
  }

  private func prepared(
    _ gate: LSTMGate, _ shape: LSTMShape, _ scales: Scales, _ inputs: Operands
  ) throws(OperatorError) -> IntegerLSTMGate {
    let sums = scales.sums[gate.rawValue]
    var normalization: IntegerNormalization?
    if shape.hasNormalization {
      normalization = IntegerNormalization(
        place: gate.normalization, scale: try inputs.weightScale(gate.normalization),
        bias: try inputs.int32s(gate.bias))
    }
    var peephole: IntegerLSTMGate.Peephole?
    if shape.hasPeepholes, let place = gate.peephole {
      // LiteRT's loop ends with the number of outputs.
      let factor = Double(exp2(scales.cellExponent)) * Double(try inputs.weightScale(place)) / Double(sums)
      peephole = IntegerLSTMGate.Peephole(
        place: place, count: min(shape.outputs, shape.cells), factor: FixedPointMultiplier(Double(Float(factor))))
    }
    return IntegerLSTMGate(
      isCandidate: gate == .cell,
      input: try inputs.integerMatrix(
        gate.inputWeights, zeroPoint: scales.sequence.zeroPoint,
        bias: shape.hasNormalization ? nil : gate.bias,
        factor: try inputs.weightScale(gate.inputWeights) * scales.sequence.scale / sums),
      output: try inputs.integerMatrix(
        gate.outputWeights, zeroPoint: scales.state.zeroPoint, bias: nil,
        factor: try inputs.weightScale(gate.outputWeights) * scales.state.scale / sums),
      peephole: peephole, normalization: normalization)
  }

  private func exp2(_ exponent: Int) -> Float { Float(sign: .plus, exponent: exponent, significand: 1) }
}

extension Operands {
  /// The matrix of constant int8 weights, and initial sums of another input.
  fileprivate func integerMatrix(
    _ place: Int, zeroPoint: Int, bias: Int?, factor: Float
  ) throws(OperatorError) -> IntegerMatrix {
    let shape = try required(place).type.shape
    let sums = try bias.map { (place) throws(OperatorError) in try int32s(place) }
    return try constant(place).withUnsafeBytes {
      IntegerMatrix(
        place, rows: shape[0], columns: shape[1], zeroPoint: zeroPoint, bias: sums, factor: factor, weights: $0)
    }
  }
}
