import TensorKernels

struct IntegerLSTMGate: Sendable {
  /// Cell weights (peephole connections), an int16 operand.
  struct Peephole: Sendable {
    let place: Int
    /// The number of cells.
    let count: Int
    let factor: FixedPointMultiplier
  }

  /// Whether the gate is the cell candidate.
  let isCandidate: Bool
  let input: IntegerMatrix, output: IntegerMatrix
  let peephole: Peephole?
  let normalization: IntegerNormalization?

  var byteCount: Int { input.byteCount + output.byteCount + (normalization?.byteCount ?? 0) }

  /// Computes one time step of one sequence.
  func run(
    _ io: OperatorIO, _ row: UnsafePointer<Int16>, _ state: UnsafePointer<Int16>, cells: UnsafePointer<Int16>,
    _ values: UnsafeMutablePointer<Int16>
  ) {
    input.forEachSum(io, row) { values[$0] = Int16(clamping: $1) }
    output.forEachSum(io, state) { values[$0] = Int16(clamping: $1 &+ Int32(values[$0])) }
    if let peephole {
      let weights = io.input(peephole.place, as: Int16.self)
      for i in 0..<peephole.count {
        let product = peephole.factor.product(Int32(weights[i]) &* Int32(cells[i]))
        values[i] = Int16(clamping: product &+ Int32(values[i]))
      }
    }
    normalization?.run(io, values)
    if isCandidate {
      FixedPoint16.applyTanh(values, count: input.rows, integerBits: 3)
    } else {
      FixedPoint16.applyLogistic(values, count: input.rows)
    }
  }
}
