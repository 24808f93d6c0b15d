import MachineCode
import TensorKernels

/// Emits products of 32-bit integers with fixed-point factors (``FactorLanes``).
///
/// Loading constants costs as much as computing: constants of all channels are best in registers.
struct X86ProductEmitter {
  /// The products of even and of odd lanes.
  let even: X86VectorRegister, odd: X86VectorRegister
  /// The constant at a byte offset in ``ProductConstants``.
  let constant: (Int) -> X86VectorOperand

  /// The byte offsets of the constants of factors at a byte offset, most used first.
  static func factors(at start: Int, areFractions: Bool) -> [Int] {
    let always = [
      byteOffset(\FactorLanes.multiplier), byteOffset(\FactorLanes.oddMultiplier), byteOffset(\FactorLanes.half),
      byteOffset(\FactorLanes.right),
    ]
    let others = areFractions ? [] : [byteOffset(\FactorLanes.tieMask), byteOffset(\FactorLanes.left)]
    return (always + others).map { start + $0 }
  }

  /// Multiplies a register by factors, rounding twice.
  ///
  /// - Parameters:
  ///   - areFractions: whether all factors have ``FixedPointMultiplier/right``.
  ///   - field: the constant at a byte offset in the factors.
  func emit(
    _ code: inout X86Assembler, _ value: X86VectorRegister, spare: X86VectorRegister, areFractions: Bool = false,
    _ field: (Int) -> X86VectorOperand
  ) {
    if !areFractions { code.vpsllvd(value, value, field(byteOffset(\FactorLanes.left))) }
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(byteOffset(\FactorLanes.multiplier)))
    code.vpmuldq(odd, odd, field(byteOffset(\FactorLanes.oddMultiplier)))
    code.vpaddq(even, even, constant(byteOffset(\ProductConstants.nudge)))
    code.vpaddq(odd, odd, constant(byteOffset(\ProductConstants.nudge)))
    // The high halves of the doubled products, each in its lane.
    code.vpsrlq(even, even, 31)
    code.vpsllq(odd, odd, 1)
    let high = emitJoin(&code, into: value)
    code.vpsrad(spare, high, 31)
    if !areFractions { code.vpand(spare, spare, field(byteOffset(\FactorLanes.tieMask))) }
    code.vpaddd(high, high, field(byteOffset(\FactorLanes.half)))
    code.vpaddd(high, high, spare)
    code.vpsravd(value, high, field(byteOffset(\FactorLanes.right)))
  }

  /// Multiplies a register by factors (``FactorLanesOnce``), rounding once.
  func emitOnce(
    _ code: inout X86Assembler, _ value: X86VectorRegister,
    _ field: (Int) -> X86VectorOperand
  ) {
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(byteOffset(\FactorLanesOnce.multiplier)))
    code.vpmuldq(odd, odd, field(byteOffset(\FactorLanesOnce.oddMultiplier)))
    code.vpaddq(even, even, field(byteOffset(\FactorLanesOnce.evenAddend)))
    code.vpaddq(odd, odd, field(byteOffset(\FactorLanesOnce.oddAddend)))
    code.vpsrlvq(even, even, field(byteOffset(\FactorLanesOnce.evenShift)))
    code.vpsrlvq(odd, odd, field(byteOffset(\FactorLanesOnce.oddShift)))
    code.vpsllq(odd, odd, 32)
    code.vpsubd(value, emitJoin(&code, into: value), field(byteOffset(\FactorLanesOnce.excess)))
  }

  /// Combines the even lanes of one product with the odd lanes of the other, and returns the register.
  private func emitJoin(_ code: inout X86Assembler, into value: X86VectorRegister) -> X86VectorRegister {
    guard code.vectorWidth == .bits512 else {
      code.vpblendd(value, even, odd, 0b1010_1010)
      return value
    }
    code.vpternlogd(select: even, odd, mask: constant(byteOffset(\ProductConstants.oddLanes)))
    return even
  }
}
