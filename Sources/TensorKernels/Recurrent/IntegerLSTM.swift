/// An LSTM in integers, with the bits of LiteRT's. A unit is a sequence.
///
/// Inputs: int8 rows; the states, which are updated: int8 outputs and int16 cells; those of its gates and projection,
/// each at its place. Output: int8 states of each time.
package final class IntegerLSTM: UnitKernel {
  package struct Problem: KernelProblem {
    package typealias Weights = IntegerLSTM.Weights
    package let sequences: SequenceOrder
    package let inputs: Int, cells: Int, outputs: Int
    /// The inputs' places.
    package let stateInput: Int, cellInput: Int

    package init(
      sequences: SequenceOrder, inputs: Int, cells: Int, outputs: Int, stateInput: Int, cellInput: Int
    ) {
      (self.sequences, self.inputs, self.cells, self.outputs) = (sequences, inputs, cells, outputs)
      (self.stateInput, self.cellInput) = (stateInput, cellInput)
    }

    package var element: NumberType { .int8 }
  }

  package struct Weights: Sendable {
    let gates: [IntegerLSTMGate]
    /// From hidden state to outputs.
    let projection: IntegerMatrix?
    let stateZeroPoint: Int32
    let cellExponent: Int
    /// From the product of output gate and activated cell to the hidden state.
    let hiddenFactor: FixedPointMultiplier
    let hiddenZeroPoint: Int32
    /// Maximum magnitudes; 0 for no limit.
    let cellClip: Int16, outputClip: Int8

    package init(
      gates: [IntegerLSTMGate], projection: IntegerMatrix?, stateZeroPoint: Int32, cellExponent: Int,
      hiddenFactor: FixedPointMultiplier, hiddenZeroPoint: Int32, cellClip: Int16, outputClip: Int8
    ) {
      (self.gates, self.projection, self.stateZeroPoint) = (gates, projection, stateZeroPoint)
      (self.cellExponent, self.hiddenFactor, self.hiddenZeroPoint) = (cellExponent, hiddenFactor, hiddenZeroPoint)
      (self.cellClip, self.outputClip) = (cellClip, outputClip)
    }
  }

  package static let family = KernelFamily<Problem, any UnitKernel>(
    "integer LSTM"
  ) { IntegerLSTM($0, $1) }

  private let problem: Problem
  private let weights: Weights

  private init(_ problem: Problem, _ weights: Weights) { (self.problem, self.weights) = (problem, weights) }

  package var unitCount: Int { problem.sequences.batch }
  package var memory: [any KernelMemory] { [] }
  package var heldByteCount: Int {
    weights.gates.reduce(0) { $0 + $1.byteCount } + (weights.projection?.byteCount ?? 0)
  }

  /// For the gates' values, an input row, the state and the hidden state before projection, of 16 bits.
  package var scratchCount: Int {
    ((weights.gates.count + 1) * problem.cells + problem.inputs + problem.outputs + 1) / 2
  }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    for sequence in units {
      let state = operands.state(problem.stateInput, as: Int8.self) + sequence * problem.outputs
      let cells = operands.state(problem.cellInput, as: Int16.self) + sequence * problem.cells
      for time in 0..<problem.sequences.times {
        let row = problem.sequences.row(time, sequence)
        step(operands, operands.input(0, as: Int8.self) + row * problem.inputs, state, cells)
        (operands.output(as: Int8.self) + row * problem.outputs).update(from: state, count: problem.outputs)
      }
    }
  }

  /// Computes one time step of one sequence.
  private func step(
    _ operands: KernelOperands, _ input: UnsafePointer<Int8>, _ state: UnsafeMutablePointer<Int8>,
    _ cells: UnsafeMutablePointer<Int16>
  ) {
    let (gates, count) = (weights.gates, problem.cells)
    let values = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: Int16.self)
    let row = values + gates.count * count, wideState = row + problem.inputs, hidden = wideState + problem.outputs
    for i in 0..<problem.inputs { row[i] = Int16(input[i]) }
    for i in 0..<problem.outputs { wideState[i] = Int16(state[i]) }
    for (place, gate) in gates.dropLast().enumerated() {
      gate.run(operands, row, wideState, cells: cells, values + place * count)
    }
    // Without an input gate, i is 1 − f.
    let isCoupled = gates.count == 3
    let forget = values + (isCoupled ? 0 : count)
    let candidate = forget + count
    for i in 0..<count {
      let share = isCoupled ? .max &- forget[i] : values[i]
      let kept = Self.quotient(Int32(forget[i]) * Int32(cells[i]), byPower: 15)
      let added = Self.quotient(Int32(share) * Int32(candidate[i]), byPower: Int32(30 + weights.cellExponent))
      let cell = Int16(clamping: Int32(kept) + Int32(added))
      let cellClip = weights.cellClip
      cells[i] = cellClip > 0 ? min(max(cell, -cellClip), cellClip) : cell
    }
    let output = candidate + count
    if let last = gates.last { last.run(operands, row, wideState, cells: cells, output) }
    hidden.update(from: cells, count: count)
    FixedPoint16.applyTanh(hidden, count: count, integerBits: 15 + weights.cellExponent)
    for i in 0..<count {
      let value = weights.hiddenFactor.product(Int32(output[i]) * Int32(hidden[i])) &+ weights.hiddenZeroPoint
      hidden[i] = Int16(Int8(clamping: value))
    }
    guard let projection = weights.projection else {
      for i in 0..<count { state[i] = Int8(truncatingIfNeeded: hidden[i]) }
      return
    }
    projection.forEachSum(operands, hidden) { row, sum in
      let value = Int8(clamping: sum &+ weights.stateZeroPoint)
      let outputClip = weights.outputClip
      state[row] = outputClip > 0 ? min(max(value, -outputClip), outputClip) : value
    }
  }

  /// Rounded, ties away from zero.
  private static func quotient(_ value: Int32, byPower exponent: Int32) -> Int16 {
    let half: Int32 = 1 &<< (exponent &- 1)
    return Int16(truncatingIfNeeded: (value &+ half &+ value &>> 31) &>> exponent)
  }
}
