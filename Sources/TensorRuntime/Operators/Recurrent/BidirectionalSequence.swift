import TFLiteFormat

/// A forward and a backward ``SequenceLSTM`` over a sequence (TFLite `BIDIRECTIONAL_SEQUENCE_LSTM`).
///
/// - Inputs: the sequence; inputs 1 to 17 of the forward LSTM, then those of the backward one; h and c of the forward
///   one, then those of the backward one; optionally a second sequence and 2 × 4 matrices for it. With matrices, both
///   LSTMs read both sequences; without, the backward LSTM reads the second one.
/// - Outputs: h of each time of both, joined if `merge_outputs` is set.
package struct BidirectionalSequenceLSTM: Operator {
  package static let tfliteName = "BIDIRECTIONAL_SEQUENCE_LSTM"
  package static let builtinCode = 52

  private let network: SequenceLSTM
  private let merges: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    network = try SequenceLSTM(
      options, isTimeMajor: options.flag(4, default: true), isAsymmetric: options.flag(5))
    merges = try options.flag(3)
  }

  package var readsQuantized: Bool { true }
  package func keepsState(_ index: Int) -> Bool { (35...38).contains(index) }
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.operands.expectCount(48...48)
    try form.requireConstants(Array(1...34) + Array(40...47))
    let inputs = form.inputs
    let directions = [Array(inputs[1...17] + inputs[35...36]), Array(inputs[18...34] + inputs[37...38])]
    try form.finish(
      BidirectionalSequence(
        network: network, timeAxis: network.isTimeMajor ? 0 : 1, merges: merges, readsSecondBackwards: true),
      directions,
      second: 39, matrices: [Array(40...43), Array(44...47)], places: Array(0..<4))
    return true
  }
}

/// A forward and a backward ``SequenceRNN`` over a sequence (TFLite `BIDIRECTIONAL_SEQUENCE_RNN`).
///
/// - Inputs: the sequence; inputs 1 to 4 of the forward network, then those of the backward one; optionally a second
///   sequence and two matrices for it. Without them, it is ignored, unlike in ``BidirectionalSequenceLSTM``.
/// - Outputs: h of each time of both, joined if `merge_outputs` is set.
package struct BidirectionalSequenceRNN: Operator {
  package static let tfliteName = "BIDIRECTIONAL_SEQUENCE_RNN"
  package static let builtinCode = 46

  private let network: SequenceRNN
  private let merges: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    network = try SequenceRNN(
      activation: options.byte(1), isTimeMajor: options.flag(0), isAsymmetric: options.flag(3))
    merges = try options.flag(2)
  }

  package var readsQuantized: Bool { true }
  package func keepsState(_ index: Int) -> Bool { index == 4 || index == 8 }
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.operands.expectCount(12...12)
    try form.requireConstants([1, 2, 3, 5, 6, 7, 10, 11])
    let inputs = form.inputs
    try form.finish(
      BidirectionalSequence(
        network: network, timeAxis: network.isTimeMajor ? 0 : 1, merges: merges, readsSecondBackwards: false),
      [Array(inputs[1...4]), Array(inputs[5...8])], second: 9, matrices: [[10], [11]], places: [0])
    return true
  }
}

/// A recurrent network in both directions.
private struct BidirectionalSequence<Network: NodeOperation> {
  let network: Network
  let timeAxis: Int
  let merges: Bool
  /// Whether the backward network reads a second sequence that has no matrices.
  let readsSecondBackwards: Bool
}

extension QuantizedForm {
  /// Requests the values of weights that are there. The networks' own requests would name places among their inputs.
  fileprivate func requireConstants(_ places: [Int]) throws(OperatorError) {
    for place in places where operands.optional(place) != nil { _ = try operands.constant(place) }
  }

  /// Adds the nodes of both directions, which write all outputs.
  ///
  /// - Parameters:
  ///   - directions: each network's inputs after the sequence.
  ///   - second: the second sequence's index.
  ///   - matrices: indices of each network's matrices for it.
  ///   - places: indices in `directions` of the matrices to join them to.
  fileprivate mutating func finish(
    _ sequence: BidirectionalSequence<some NodeOperation>, _ directions: [[Tensor?]], second: Int, matrices: [[Int]],
    places: [Int]
  ) throws(OperatorError) {
    var (directions, sources) = (directions, [Tensor.input(0), .input(0)])
    if operands.optional(second) != nil {
      if matrices.joined().contains(where: { operands.optional($0) != nil }) {
        let joined = try add(Concatenation(axis: 2), [.input(0), .input(second)])[0]
        sources = [joined, joined]
        for direction in directions.indices {
          for (place, matrix) in zip(places, matrices[direction]) {
            guard case .input(let first)? = directions[direction][place] else { continue }
            directions[direction][place] = add(try rows(of: first, before: matrix))
          }
        }
      } else if sequence.readsSecondBackwards {
        sources[1] = .input(second)
      }
    }
    guard outputs.count == (sequence.merges ? 1 : 2) else {
      throw .outputCount(expected: sequence.merges ? 1 : 2, found: outputs.count)
    }
    let axis = add(try ConstantTensor(integers: [sequence.timeAxis], as: .int32, shape: [1]))
    let reversed = try add(ReverseV2(), [sources[1], axis])
    let backward = try add(sequence.network, reversed + directions[1])[0]
    guard sequence.merges else {
      try finish(sequence.network, [sources[0]] + directions[0], output: 0)
      return try finish(ReverseV2(), [backward, axis], output: 1)
    }
    let forward = try add(sequence.network, [sources[0]] + directions[0])[0]
    try finish(Concatenation(axis: 2), [forward, try add(ReverseV2(), [backward, axis])[0]])
  }

  /// Constant float rows, each followed by the row of another matrix.
  private func rows(of first: Int, before second: Int) throws(OperatorError) -> ConstantTensor {
    // Byte rows are quantized by ranges of their own, so they cannot be joined.
    let (left, right) = (
      try operands.type(first, of: [.float32], rank: 2...2).shape,
      try operands.type(second, of: [.float32], rank: 2...2).shape
    )
    guard left[0] == right[0] else {
      throw .inputShape(input: second, expected: "[\(left[0]), …]", found: right)
    }
    let (lefts, rights) = (try operands.weights(first), try operands.weights(second))
    var joined: [Float] = []
    joined.reserveCapacity(lefts.count + rights.count)
    for row in 0..<left[0] {
      joined += lefts[row * left[1]..<(row + 1) * left[1]]
      joined += rights[row * right[1]..<(row + 1) * right[1]]
    }
    return try ConstantTensor(
      TensorType(.float32, [left[0], left[1] + right[1]]), bytes: joined.withUnsafeBytes { Bytes(copying: $0) })
  }
}
