/// Numbers each of which is the previous one plus a step.
package struct ArithmeticSequence: KernelProblem {
  package enum Terms: Sendable, Hashable {
    case floats(first: Float, step: Float)
    /// int32 or int64, which wrap around.
    case integers(first: Int64, step: Int64, NumberType)
  }

  let terms: Terms
  package let count: Int

  package init(_ terms: Terms, count: Int) { (self.terms, self.count) = (terms, count) }

  package var element: NumberType { if case .integers(_, _, let type) = terms { type } else { .float32 } }

  /// The only unit is the sequence.
  package static let family = KernelFamily<ArithmeticSequence, any UnitKernel>("arithmetic sequence") { sequence, _ in
    LoopKernel(1) { sequence.run($0, $1) }
  }

  private func run(_ units: Range<Int>, _ operands: KernelOperands) {
    let count = units.isEmpty ? 0 : count
    switch terms {
    case .floats(var number, let step):
      for i in 0..<count {
        operands.output()[i] = number
        number += step
      }
    case .integers(let first, let step, .int64):
      for i in 0..<count { operands.output(as: Int64.self)[i] = first &+ Int64(i) &* step }
    case .integers(let first, let step, _):
      for i in 0..<count { operands.output(as: Int32.self)[i] = Int32(truncatingIfNeeded: first &+ Int64(i) &* step) }
    }
  }
}
