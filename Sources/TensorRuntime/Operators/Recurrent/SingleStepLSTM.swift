import TFLiteFormat

/// Long short-term memory of one time step (TFLite `LSTM`): a ``SequenceLSTM``, or the basic kernel of the first
/// converters, whose states are operands.
///
/// - Inputs: `[batch, in]`; the others as there. With the basic kernel, floats: x `[batch, in]`; h `[batch, cells]`; a
///   matrix of input gate, cell, forget and output gate `[4·cells, in + cells]`, applied to x and h; biases
///   `[4·cells]`; c `[batch, cells]`.
/// - Output: h `[batch, out]`; with the basic kernel also c, x and h side by side, and the sums of the gates.
struct SingleStepLSTM: Operator {
  static let tfliteName = "LSTM"
  static let builtinCode = 16

  private let network: SequenceLSTM
  private let isBasic: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    network = try SequenceLSTM(options, isTimeMajor: true, isAsymmetric: options.flag(4))
    isBasic = try options.byte(3) == 1
    if isBasic, network.activation != .tanh {
      throw .option(name: "fused_activation_function", value: network.activation.rawValue)
    }
    for (name, clip) in [("cell_clip", network.cellClip), ("proj_clip", network.outputClip)] where isBasic && clip > 0 {
      throw .option(name: name, value: 1)
    }
  }

  var readsQuantized: Bool { true }
  func keepsState(_ index: Int) -> Bool { !isBasic && network.keepsState(index) }
  func readsAtRunTime(_ index: Int) -> Bool { isBasic ? index < 2 || index == 4 : network.readsAtRunTime(index) }
  func packsWeights(_ index: Int) -> Bool { !readsAtRunTime(index) }
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard !isBasic else {
      try addBasicKernel(&form)
      return true
    }
    let shape = try form.operands.type(0, of: [.float32], rank: 2...2).shape
    let sequence = try form.add(Reshape(to: [1] + shape), [.input(0)])
    let result = try form.add(network, sequence + form.inputs.dropFirst())[0]
    let outputs = try form.operands.type(LSTMGate.forget.outputWeights, of: [.float32, .int8], rank: 2...2).shape[1]
    try form.finish(Reshape(to: [shape[0], outputs]), [result])
    return true
  }

  private func addBasicKernel(_ form: inout QuantizedForm) throws(OperatorError) {
    let operands = form.operands
    try operands.expectCount(5...5)
    guard operands.declaredOutputs.count == 4 else {
      throw .outputCount(expected: 4, found: operands.declaredOutputs.count)
    }
    let x = try operands.type(0, rank: 2...2).shape, h = try operands.type(1, rank: 2...2).shape
    let (batch, cells) = (h[0], h[1])
    guard x[0] == batch else { throw .inputShape(input: 0, expected: "[\(batch), in]", found: x) }
    let matrix = try operands.type(2, rank: 2...2).shape
    for (index, expected) in [(2, [4 * cells, x[1] + cells]), (3, [4 * cells]), (4, h)] {
      let found = try operands.type(index, rank: expected.count...expected.count).shape
      guard found == expected, !matrix.contains(0) else {
        throw .inputShape(input: index, expected: "\(expected)", found: found)
      }
    }
    let row = try form.add(Concatenation(axis: 1), [.input(0), .input(1)])
    let sums = try form.add(FullyConnected(asymmetricInputs: false), row + [.input(2), .input(3)])
    func gate(_ index: Int, _ function: any AnyOperation) throws(OperatorError) -> QuantizedForm.Tensor {
      let part = [try form.constant([0, index * cells]), try form.constant([batch, cells])]
      return try form.add(function, form.add(Slice(), sums + part))[0]
    }
    let (sigmoid, tanh) = (OperationBox(Logistic()), OperationBox(HyperbolicTangent()))
    let new = try form.add(Multiply(), [gate(0, sigmoid), gate(1, tanh)])[0]
    let kept = try form.add(Multiply(), [gate(2, sigmoid), .input(4)])[0]
    let state = try form.add(Add(), [new, kept])
    try form.finish(Multiply(), [gate(3, sigmoid), form.add(tanh, state)[0]], output: 0)
    for (output, tensor, shape) in [(1, state, h), (2, row, [batch, matrix[1]]), (3, sums, [batch, matrix[0]])] {
      try form.finish(Reshape(to: shape), tensor, output: output)
    }
  }
}
