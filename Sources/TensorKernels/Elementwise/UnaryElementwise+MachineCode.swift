/// A function of one operand, through emitted rows.
package struct MachineUnaryElementwise: Sendable {
  private let kernel: RowKernel

  private init?(_ kernel: RowKernel?) {
    guard let kernel else { return nil }
    self.kernel = kernel
  }

  /// ``UnaryElementwise/logistic(_:_:_:)``, with the same bits; nil where no code can be emitted.
  package static func logistic() -> MachineUnaryElementwise? { MachineUnaryElementwise(RowKernel(.logistic)) }

  /// ``UnaryElementwise/clamp(_:_:_:lower:upper:)``; nil where no code can be emitted.
  package static func clamp(lower: Float, upper: Float) -> MachineUnaryElementwise? {
    MachineUnaryElementwise(RowKernel(.limit, lower: lower, upper: upper))
  }

  /// Computes elements `range`.
  package func run(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    call(range, input, output).run()
  }

  /// The call that computes elements `range`.
  package func call(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> EmittedCall {
    kernel.call(length: range.count, left: input + range.lowerBound, output: output + range.lowerBound)
  }
}
