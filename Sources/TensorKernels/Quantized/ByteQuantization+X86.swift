import MachineCode

/// Emits the rounded quotients of floats and a scale, for ``ByteRowCode``.
struct X86QuantizationEmitter {
  typealias Constants = ByteRowCode.Constants

  /// The floats, which become the integers.
  let value: X86VectorRegister
  let spare: X86VectorRegister
  let constant: (PartialKeyPath<Constants>) -> X86VectorOperand

  /// The constants of a form, most used first.
  static func constants(isDivided: Bool) -> [PartialKeyPath<Constants>] {
    isDivided
      ? [\.scale, \.floatMin, \.floatMax, \.floatZeroPoint, \.floatLower, \.floatUpper]
      : [\.offset, \.leftScale, \.scale, \.floatMin, \.floatMax, \.rightScale, \.zeroPoint]
  }

  /// Results with their zero point, within the limits.
  func emit(_ code: inout X86Assembler, isDivided: Bool) {
    if isDivided { emitDivided(&code) } else { emitCorrected(&code) }
  }

  private func emitDivided(_ code: inout X86Assembler) {
    code.vdivps(value, value, constant(\.scale))
    emitBounded(&code)
    // Twice the fraction, truncated, rounds ties away from zero.
    code.vroundps(spare, value, 3)
    code.vsubps(value, value, spare)
    code.vaddps(value, value, value)
    code.vroundps(value, value, 3)
    code.vaddps(value, value, spare)
    code.vaddps(value, value, constant(\.floatZeroPoint))
    code.vmaxps(value, value, constant(\.floatLower))
    code.vminps(value, value, constant(\.floatUpper))
    code.vcvttps2dq(value, value)
  }

  /// By ``ByteQuantization/Quotient/corrected``.
  private func emitCorrected(_ code: inout X86Assembler) {
    guard case .register(let half) = constant(\.offset) else { preconditionFailure("half is the first constant") }
    emitBounded(&code)
    code.vmulps(spare, value, constant(\.leftScale))
    code.vfnmadd231ps(value, spare, constant(\.scale))
    code.vfmadd231ps(spare, value, constant(\.leftScale))
    // With ± ½, ties and what is above them reach the next integer.
    code.vandps(value, spare, constant(\.rightScale))
    code.vxorps(value, value, half)
    code.vaddps(value, value, spare)
    code.vcvttps2dq(value, value)
    code.vpaddd(value, value, constant(\.zeroPoint))
  }

  private func emitBounded(_ code: inout X86Assembler) {
    // `vmaxps` returns the limit for NaN.
    code.vmaxps(value, value, constant(\.floatMin))
    code.vminps(value, value, constant(\.floatMax))
  }
}
