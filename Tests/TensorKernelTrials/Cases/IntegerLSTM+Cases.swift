import TensorKernels

extension IntegerLSTM.Problem: TrialProblem {
  // The gates' matrices follow the states; the projection is the last input but two, which are those of all cells.
  package var trial: KernelTrial<IntegerLSTM.Weights> {
    let rows = sequences.batch * sequences.times
    let matrices = (0..<4).flatMap { _ in
      [TrialTensor(cells * inputs, .int8, .upTo(127)), TrialTensor(cells * outputs, .int8, .upTo(127))]
    }
    return KernelTrial(
      inputs: [
        TrialTensor(rows * inputs, .int8, .upTo(127)), TrialTensor(sequences.batch * outputs, .int8, .upTo(127)),
        TrialTensor(sequences.batch * cells, .int16, .upTo(32000)),
      ] + matrices + [
        TrialTensor(outputs * cells, .int8, .upTo(127)), TrialTensor(cells, .int16, .upTo(32000)),
        TrialTensor(cells, .int16, .upTo(32000)),
      ],
      outputs: [TrialTensor(rows * outputs, .int8)], weights: { weights($0) })
  }

  /// All parts if the number of inputs is odd, otherwise none that is optional.
  private func weights(_ operands: TrialOperands) -> IntegerLSTM.Weights {
    let isPlain = inputs % 2 == 0
    func matrix(_ place: Int, _ rows: Int, _ columns: Int) -> IntegerMatrix {
      IntegerMatrix(
        place, rows: rows, columns: columns, zeroPoint: 3, bias: (0..<rows).map { Int32($0) }, factor: 0.05,
        weights: UnsafeRawBufferPointer(start: operands.pointer(toInput: place), count: rows * columns))
    }
    let gates = (isPlain ? 0..<4 : 1..<4).map { gate in
      IntegerLSTMGate(
        isCandidate: gate == 2, input: matrix(3 + 2 * gate, cells, inputs),
        output: matrix(4 + 2 * gate, cells, outputs),
        peephole: isPlain || gate == 2
          ? nil : IntegerLSTMGate.Peephole(place: 12, count: cells, factor: FixedPointMultiplier(0x1p-15)),
        normalization: isPlain
          ? nil : IntegerNormalization(place: 13, scale: 0x1p-12, bias: [Int32](repeating: 99, count: cells)))
    }
    return IntegerLSTM.Weights(
      gates: gates, projection: outputs == cells ? nil : matrix(11, outputs, cells), stateZeroPoint: -4,
      cellExponent: -11, hiddenFactor: FixedPointMultiplier(0x1p-22), hiddenZeroPoint: -4,
      cellClip: isPlain ? 0 : 20000, outputClip: isPlain ? 0 : 90)
  }
}

extension IntegerLSTM {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ batch: Int, _ times: Int, inputs: Int, cells: Int, outputs: Int) -> Problem {
      Problem(
        sequences: SequenceOrder([batch, times], isTimeMajor: batch == 2), inputs: inputs, cells: cells,
        outputs: outputs, stateInput: 1, cellInput: 2)
    }
    return [
      .network("64 cells", problem(1, 8, inputs: 32, cells: 64, outputs: 64)),
      .edge("no optional part", problem(3, 2, inputs: 6, cells: 5, outputs: 5)),
      .edge("all parts", problem(2, 3, inputs: 7, cells: 5, outputs: 3)),
    ]
  }()
}
