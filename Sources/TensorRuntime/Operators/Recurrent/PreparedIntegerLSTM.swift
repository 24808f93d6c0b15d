import TensorKernels

/// A prepared integer LSTM. Threads compute independent sequences.
final class PreparedIntegerLSTM: PreparedOperator {
  let shape: LSTMShape
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

  init(
    shape: LSTMShape, gates: [IntegerLSTMGate], projection: IntegerMatrix?, stateZeroPoint: Int32, cellExponent: Int,
    hiddenFactor: FixedPointMultiplier, hiddenZeroPoint: Int32, cellClip: Int16, outputClip: Int8
  ) {
    (self.shape, self.gates, self.projection, self.stateZeroPoint, self.cellExponent) = (
      shape, gates, projection, stateZeroPoint, cellExponent
    )
    (self.hiddenFactor, self.hiddenZeroPoint, self.cellClip, self.outputClip) = (
      hiddenFactor, hiddenZeroPoint, cellClip, outputClip
    )
  }

  var provider: KernelProvider { .reference }
  var usefulShareCount: Int { shape.batch }
  var heldByteCount: Int { gates.reduce(0) { $0 + $1.byteCount } + (projection?.byteCount ?? 0) }
  /// For the gates' values, an input row, the state and the hidden state before projection.
  var scratchByteCount: Int {
    (shape.columns + shape.depth + shape.cells) * MemoryLayout<Int16>.stride
  }

  func run(_ io: OperatorIO) {
    for sequence in io.share(of: shape.batch) {
      let state = io.inputs[18].unsafelyUnwrapped.assumingMemoryBound(to: Int8.self) + sequence * shape.outputs
      let cells = io.inputs[19].unsafelyUnwrapped.assumingMemoryBound(to: Int16.self) + sequence * shape.cells
      for time in 0..<shape.times {
        let row = shape.row(time, sequence)
        step(io, io.input(0, as: Int8.self) + row * shape.inputs, state, cells)
        (io.output(0, as: Int8.self) + row * shape.outputs).update(from: state, count: shape.outputs)
      }
    }
  }

  /// Computes one time step of one sequence.
  private func step(
    _ io: OperatorIO, _ input: UnsafePointer<Int8>, _ state: UnsafeMutablePointer<Int8>,
    _ cells: UnsafeMutablePointer<Int16>
  ) {
    let values = io.scratchBytes.assumingMemoryBound(to: Int16.self), count = shape.cells
    let row = values + shape.columns, wideState = row + shape.inputs, hidden = wideState + shape.outputs
    for i in 0..<shape.inputs { row[i] = Int16(input[i]) }
    for i in 0..<shape.outputs { wideState[i] = Int16(state[i]) }
    for (place, gate) in gates.dropLast().enumerated() {
      gate.run(io, row, wideState, cells: cells, values + place * count)
    }
    // Without an input gate, i is 1 − f.
    let isCoupled = gates.count == 3
    let forget = values + (isCoupled ? 0 : count)
    let candidate = forget + count
    for i in 0..<count {
      let share = isCoupled ? .max &- forget[i] : values[i]
      let kept = Self.quotient(Int32(forget[i]) * Int32(cells[i]), byPower: 15)
      let added = Self.quotient(Int32(share) * Int32(candidate[i]), byPower: Int32(30 + cellExponent))
      let cell = Int16(clamping: Int32(kept) + Int32(added))
      cells[i] = cellClip > 0 ? min(max(cell, -cellClip), cellClip) : cell
    }
    let output = candidate + count
    if let last = gates.last { last.run(io, row, wideState, cells: cells, output) }
    hidden.update(from: cells, count: count)
    FixedPoint16.applyTanh(hidden, count: count, integerBits: 15 + cellExponent)
    for i in 0..<count {
      let value = hiddenFactor.product(Int32(output[i]) * Int32(hidden[i])) &+ hiddenZeroPoint
      hidden[i] = Int16(Int8(clamping: value))
    }
    guard let projection else {
      for i in 0..<count { state[i] = Int8(truncatingIfNeeded: hidden[i]) }
      return
    }
    projection.forEachSum(io, hidden) { row, sum in
      let value = Int8(clamping: sum &+ stateZeroPoint)
      state[row] = outputClip > 0 ? min(max(value, -outputClip), outputClip) : value
    }
  }

  /// Rounded, ties away from zero.
  private static func quotient(_ value: Int32, byPower exponent: Int32) -> Int16 {
    let half: Int32 = 1 &<< (exponent &- 1)
    return Int16(truncatingIfNeeded: (value &+ half &+ value &>> 31) &>> exponent)
  }
}
