/// A gate of ``IntegerLSTM``.
package struct IntegerLSTMGate: Sendable {
  /// Cell weights (peephole connections), an int16 input.
  package struct Peephole: Sendable {
    let place: Int
    /// The number of cells.
    let count: Int
    let factor: FixedPointMultiplier

    package init(place: Int, count: Int, factor: FixedPointMultiplier) {
      (self.place, self.count, self.factor) = (place, count, factor)
    }
  }

  /// Whether the gate is the cell candidate.
  let isCandidate: Bool
  let input: IntegerMatrix, output: IntegerMatrix
  let peephole: Peephole?
  let normalization: IntegerNormalization?

  package init(
    isCandidate: Bool, input: IntegerMatrix, output: IntegerMatrix, peephole: Peephole?,
    normalization: IntegerNormalization?
  ) {
    (self.isCandidate, self.input, self.output) = (isCandidate, input, output)
    (self.peephole, self.normalization) = (peephole, normalization)
  }

  var byteCount: Int { input.byteCount + output.byteCount + (normalization?.byteCount ?? 0) }

  /// Computes one time step of one sequence.
  func run(
    _ operands: KernelOperands, _ row: UnsafePointer<Int16>, _ state: UnsafePointer<Int16>, cells: UnsafePointer<Int16>,
    _ values: UnsafeMutablePointer<Int16>
  ) {
    input.forEachSum(operands, row) { values[$0] = Int16(clamping: $1) }
    output.forEachSum(operands, state) { values[$0] = Int16(clamping: $1 &+ Int32(values[$0])) }
    if let peephole {
      let weights = operands.input(peephole.place, as: Int16.self)
      for i in 0..<peephole.count {
        let product = peephole.factor.product(Int32(weights[i]) &* Int32(cells[i]))
        values[i] = Int16(clamping: product &+ Int32(values[i]))
      }
    }
    normalization?.run(operands, values)
    if isCandidate {
      FixedPoint16.applyTanh(values, count: input.rows, integerBits: 3)
    } else {
      FixedPoint16.applyLogistic(values, count: input.rows)
    }
  }
}
