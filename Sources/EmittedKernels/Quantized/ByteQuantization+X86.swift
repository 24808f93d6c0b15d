import MachineCode
import TensorKernels

/// Emits the rounded quotients of floats and a scale, for ``ByteRowCode``.
struct X86QuantizationEmitter {
  typealias Constants = ByteRowCode.Constants

  /// The floats, which become the integers.
  let value: X86VectorRegister
  let spare: X86VectorRegister
  /// The constant at a byte offset.
  let constant: (Int) -> X86VectorOperand

  /// The byte offsets of a form's constants, most used first.
  static func constants(isDivided: Bool) -> [Int] {
    @inline(__always)
    func offset(_ field: PartialKeyPath<Constants>) -> Int { field.byteOffset }
    return isDivided
      ? [
        offset(\.scale), offset(\.floatMin), offset(\.floatMax), offset(\.floatZeroPoint), offset(\.floatLower),
        offset(\.floatUpper),
      ]
      : [
        offset(\.offset), offset(\.leftScale), offset(\.scale), offset(\.floatMin), offset(\.floatMax),
        offset(\.rightScale), offset(\.zeroPoint),
      ]
  }

  /// Results with their zero point, within the limits.
  func emit(_ code: inout X86Assembler, isDivided: Bool) {
    if isDivided { emitDivided(&code) } else { emitCorrected(&code) }
  }

  private func emitDivided(_ code: inout X86Assembler) {
    code.vdivps(value, value, constant(byteOffset(\Constants.scale)))
    emitBounded(&code)
    // Twice the fraction, truncated, rounds ties away from zero.
    code.vroundps(spare, value, 3)
    code.vsubps(value, value, spare)
    code.vaddps(value, value, value)
    code.vroundps(value, value, 3)
    code.vaddps(value, value, spare)
    code.vaddps(value, value, constant(byteOffset(\Constants.floatZeroPoint)))
    code.vmaxps(value, value, constant(byteOffset(\Constants.floatLower)))
    code.vminps(value, value, constant(byteOffset(\Constants.floatUpper)))
    code.vcvttps2dq(value, value)
  }

  /// By ``ByteQuantization/Quotient/corrected``.
  private func emitCorrected(_ code: inout X86Assembler) {
    guard case .register(let half) = constant(byteOffset(\Constants.offset)) else {
      preconditionFailure("half is the first constant")
    }
    emitBounded(&code)
    code.vmulps(spare, value, constant(byteOffset(\Constants.leftScale)))
    code.vfnmadd231ps(value, spare, constant(byteOffset(\Constants.scale)))
    code.vfmadd231ps(spare, value, constant(byteOffset(\Constants.leftScale)))
    // With ± ½, ties and what is above them reach the next integer.
    code.vandps(value, spare, constant(byteOffset(\Constants.rightScale)))
    code.vxorps(value, value, half)
    code.vaddps(value, value, spare)
    code.vcvttps2dq(value, value)
    code.vpaddd(value, value, constant(byteOffset(\Constants.zeroPoint)))
  }

  private func emitBounded(_ code: inout X86Assembler) {
    // `vmaxps` returns the limit for NaN.
    code.vmaxps(value, value, constant(byteOffset(\Constants.floatMin)))
    code.vminps(value, value, constant(byteOffset(\Constants.floatMax)))
  }
}
