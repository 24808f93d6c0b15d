import TFLiteFormat
import TensorKernels

/// An LSTM's extents and optional parts.
package struct LSTMShape: Sendable {
  let form: LSTMForm
  let sequences: SequenceOrder
  let inputs: Int, cells: Int, outputs: Int
  let gates: [LSTMGate]
  let hasPeepholes: Bool, hasNormalization: Bool, hasProjection: Bool

  var depth: Int { inputs + outputs }
  var columns: Int { gates.count * cells }

  var batch: Int { sequences.batch }
  var times: Int { sequences.times }

  var output: [Int] { sequences.shape(outputs) }

  func row(_ time: Int, _ sequence: Int) -> Int { sequences.row(time, sequence) }

  init(_ operands: Operands, isTimeMajor: Bool) throws(OperatorError) {
    guard [20, 24].contains(operands.count) else { throw .inputCount(expected: 20...24, found: operands.count) }
    let form = try LSTMForm(operands)
    let sequence = try operands.type(0, of: [form.sequence], rank: 3...3).shape
    let cells = try operands.weights(LSTMGate.forget.inputWeights, of: form.matrices, rank: 2)[0]
    let outputs = try operands.weights(LSTMGate.forget.outputWeights, of: form.matrices, rank: 2)[1]
    guard sequence[2] > 0, cells > 0, outputs > 0 else {
      throw .inputShape(input: 0, expected: "inputs, cells and outputs", found: sequence)
    }
    self.form = form
    sequences = SequenceOrder(sequence, isTimeMajor: isTimeMajor)
    (inputs, self.cells, self.outputs) = (sequence[2], cells, outputs)
    gates = operands.optional(1) == nil ? [.forget, .cell, .output] : LSTMGate.allCases
    hasPeepholes = operands.optional(11) != nil
    hasNormalization = operands.optional(23) != nil
    hasProjection = operands.optional(16) != nil
    try checkParts(operands)
    guard hasProjection || outputs == cells else {
      throw .inputShape(
        input: 6, expected: "[\(cells), \(cells)], since nothing projects cells to outputs", found: [cells, outputs])
    }
    for (index, type, expected) in [(18, form.sequence, [batch, outputs]), (19, form.cells, [batch, cells])] {
      let found = try operands.state(index, of: [type], rank: 2...2).shape
      guard found == expected else { throw .inputShape(input: index, expected: "\(expected)", found: found) }
    }
  }

  private func checkParts(_ operands: Operands) throws(OperatorError) {
    func expect(_ index: Int, _ type: ElementType, _ expected: [Int], if isPresent: Bool) throws(OperatorError) {
      guard isPresent else {
        guard let found = operands.optional(index) else { return }
        throw .inputShape(input: index, expected: "no tensor here", found: found.type.shape)
      }
      let found = try operands.weights(index, of: type, rank: expected.count)
      guard found == expected else { throw .inputShape(input: index, expected: "\(expected)", found: found) }
    }
    for gate in LSTMGate.allCases {
      let isPresent = gates.contains(gate)
      try expect(gate.inputWeights, form.matrices, [cells, inputs], if: isPresent)
      try expect(gate.outputWeights, form.matrices, [cells, outputs], if: isPresent)
      try expect(gate.bias, form.biases, [cells], if: isPresent)
      try expect(gate.normalization, form.normalizations, [cells], if: isPresent && hasNormalization)
      if let place = gate.peephole { try expect(place, form.peepholes, [cells], if: isPresent && hasPeepholes) }
    }
    try expect(16, form.matrices, [outputs, cells], if: hasProjection)
    if operands.optional(17) != nil { try expect(17, form.biases, [outputs], if: hasProjection) }
  }

  /// Per run.
  var multiplyAdds: Int {
    var work = SaturatingSum()
    let rows = batch * times
    for (columns, depth) in [(columns, depth), (hasProjection ? outputs : 0, cells)] {
      work.add(saturatingProduct(rows, columns, depth))
    }
    return work.value
  }
}
