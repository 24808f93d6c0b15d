import TFLiteFormat
import TensorKernels

/// A plain recurrent network over a sequence (TFLite `UNIDIRECTIONAL_SEQUENCE_RNN`).
///
///     h ← a(Wx + Rh + b)
///
/// - Inputs: the sequence `[batch, time, in]`, or `[time, batch, in]` with `time_major`; W `[units, in]`; R `[units,
///   units]`; b `[units]`; h `[batch, units]`, a variable that keeps its values between runs. Weights are constant
///   floats, or W and R are int8, with vectors quantized to 8 bits at run time.
/// - Output: h of each time, in the order of the input.
package struct SequenceRNN: Operator, ProblemOperation {
  package static let tfliteName = "UNIDIRECTIONAL_SEQUENCE_RNN"
  package static let builtinCode = 35

  let activation: CellActivation?
  let isTimeMajor: Bool
  private let quantization: RowQuantization

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    try self.init(activation: options.byte(1), isTimeMajor: options.flag(0), isAsymmetric: options.flag(2))
  }

  init(activation code: Int, isTimeMajor: Bool, isAsymmetric: Bool) throws(OperatorError) {
    activation = code == 0 ? nil : try CellActivation(code: code)
    self.isTimeMajor = isTimeMajor
    quantization = RowQuantization(kind: isAsymmetric ? .asymmetric : .symmetric)
  }

  package var readsQuantized: Bool { true }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || keepsState(index) }
  package func keepsState(_ index: Int) -> Bool { index == Self.state }

  /// The index of h.
  static let state = 4

  // MARK: Shapes

  package struct Shape: Sendable {
    let sequences: SequenceOrder
    let inputs: Int, units: Int
    let isHybrid: Bool
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Shape {
    try inputs.expectCount(5...5)
    let sequence = try inputs.type(0, of: [.float32], rank: 3...3).shape
    let matrices = try inputs.type(1, of: [.float32, .int8]).elementType
    let weights = try inputs.weights(1, of: matrices, rank: 2)
    guard weights[0] > 0, sequence[2] > 0, weights[1] == sequence[2] else {
      throw .inputShape(input: 1, expected: "[units, \(sequence[2])]", found: weights)
    }
    let sequences = SequenceOrder(sequence, isTimeMajor: isTimeMajor)
    let units = weights[0]
    let expected = [(2, matrices, [units, units]), (3, .float32, [units])]
    for (index, type, shape) in expected {
      let found = try inputs.weights(index, of: type, rank: shape.count)
      guard found == shape else { throw .inputShape(input: index, expected: "\(shape)", found: found) }
    }
    let state = try inputs.state(Self.state, of: [.float32], rank: 2...2).shape
    guard state == [sequences.batch, units] else {
      throw .inputShape(input: Self.state, expected: "[\(sequences.batch), \(units)]", found: state)
    }
    return Shape(sequences: sequences, inputs: sequence[2], units: units, isHybrid: matrices == .int8)
  }

  package func outputTypes(of shape: Shape) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, shape.sequences.shape(shape.units))]
  }

  package func repeatedWork(of shape: Shape) -> Int {
    saturatingProduct(shape.sequences.batch, shape.sequences.times, shape.units, shape.inputs + shape.units)
  }

  package func packedByteCount(of shape: Shape) -> Int? {
    var bytes = SaturatingSum()
    // The weights, and their temporary copy for packing.
    for depth in [shape.inputs, shape.units] {
      bytes.add(2 * MatrixMultiply.packedByteCount(columns: shape.units, depth: depth))
    }
    bytes.add(4 * shape.units)
    return bytes.value
  }

  // MARK: Preparation

  package func prepare(
    _ shape: Shape, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let builder = RecurrentProductBuilder(
      context: context, rows: shape.sequences.batch, quantization: shape.isHybrid ? quantization : nil)
    let product = try builder.product([([1], shape.inputs), ([2], shape.units)], bias: context.inputs.weights(3))
    let activation = activation.map {
      context.kernel(CellActivation.family, CellActivation.Problem($0, count: shape.sequences.batch * shape.units), ())
        .kernel
    }
    return Prepared(
      sequences: shape.sequences, inputs: shape.inputs, units: shape.units, product: product, activation: activation)
  }

  private final class Prepared: PreparedOperator {
    let sequences: SequenceOrder
    let inputs: Int, units: Int
    let product: any RecurrentProduct
    let activation: (any UnitKernel)?

    init(
      sequences: SequenceOrder, inputs: Int, units: Int, product: any RecurrentProduct,
      activation: (any UnitKernel)?
    ) {
      (self.sequences, self.inputs, self.units) = (sequences, inputs, units)
      (self.product, self.activation) = (product, activation)
    }

    var provider: KernelProvider { product.provider }
    var heldByteCount: Int { product.heldByteCount }
    var memory: [any KernelMemory] { product.memory }
    var scratchByteCount: Int {
      (sequences.batch * (inputs + units) + product.scratchCount) * MemoryLayout<Float>.stride
    }

    func run(_ io: OperatorIO) {
      let rows = io.scratch
      let scratch = rows + sequences.batch * (inputs + units)
      let state = io.inputs[SequenceRNN.state].unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      guard sequences.batch > 0 else { return }
      for time in 0..<sequences.times {
        sequences.gather(time, io.input(0), inputs, state, units, to: rows)
        product.run(rows, state, scratch: scratch)
        activation?.run(state, to: state, scratch: scratch)
        sequences.scatter(time, state, units, to: io.output(0))
      }
    }
  }
}

/// A ``SequenceRNN`` of one time step (TFLite `RNN`).
///
/// - Inputs: `[batch, in]`; others as there. Output: `[batch, units]`.
package struct PlainRNN: Operator {
  package static let tfliteName = "RNN"
  package static let builtinCode = 24

  private let network: SequenceRNN

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    network = try SequenceRNN(activation: options.byte(0), isTimeMajor: true, isAsymmetric: options.flag(1))
  }

  package var readsQuantized: Bool { true }
  package func keepsState(_ index: Int) -> Bool { network.keepsState(index) }
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let shape = try form.operands.type(0, of: [.float32], rank: 2...2).shape
    let sequence = try form.add(Reshape(to: [1] + shape), [.input(0)])
    let result = try form.add(network, sequence + form.inputs.dropFirst())[0]
    let units = try form.operands.required(1).type.shape[0]
    try form.finish(Reshape(to: [shape[0], units]), [result])
    return true
  }
}
