import MachineCode

/// Emits products of 32-bit integers with fixed-point factors (``FactorLanes``).
///
/// Loading constants costs as much as computing: constants of all channels are best in registers.
struct X86ProductEmitter {
  /// The products of even and of odd lanes.
  let even: X86VectorRegister, odd: X86VectorRegister
  /// Locates ``ProductConstants``.
  let constant: (PartialKeyPath<ProductConstants>) -> X86VectorOperand

  /// Multiplies a register by factors, rounding twice.
  ///
  /// - Parameters:
  ///   - areFractions: whether all factors have ``FixedPointMultiplier/right``.
  ///   - field: locates the factors.
  func emit(
    _ code: inout X86Assembler, _ value: X86VectorRegister, spare: X86VectorRegister, areFractions: Bool = false,
    _ field: (PartialKeyPath<FactorLanes>) -> X86VectorOperand
  ) {
    if !areFractions { code.vpsllvd(value, value, field(\.left)) }
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(\.multiplier))
    code.vpmuldq(odd, odd, field(\.oddMultiplier))
    code.vpaddq(even, even, constant(\.nudge))
    code.vpaddq(odd, odd, constant(\.nudge))
    // The high halves of the doubled products, each in its lane.
    code.vpsrlq(even, even, 31)
    code.vpsllq(odd, odd, 1)
    let high = emitJoin(&code, into: value)
    code.vpsrad(spare, high, 31)
    if !areFractions { code.vpand(spare, spare, field(\.tieMask)) }
    code.vpaddd(high, high, field(\.half))
    code.vpaddd(high, high, spare)
    code.vpsravd(value, high, field(\.right))
  }

  /// Multiplies a register by factors (``FactorLanesOnce``), rounding once.
  func emitOnce(
    _ code: inout X86Assembler, _ value: X86VectorRegister,
    _ field: (PartialKeyPath<FactorLanesOnce>) -> X86VectorOperand
  ) {
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(\.multiplier))
    code.vpmuldq(odd, odd, field(\.oddMultiplier))
    code.vpaddq(even, even, field(\.evenAddend))
    code.vpaddq(odd, odd, field(\.oddAddend))
    code.vpsrlvq(even, even, field(\.evenShift))
    code.vpsrlvq(odd, odd, field(\.oddShift))
    code.vpsllq(odd, odd, 32)
    code.vpsubd(value, emitJoin(&code, into: value), field(\.excess))
  }

  /// Combines the even lanes of one product with the odd lanes of the other, and returns the register.
  private func emitJoin(_ code: inout X86Assembler, into value: X86VectorRegister) -> X86VectorRegister {
    guard code.vectorWidth == .bits512 else {
      code.vpblendd(value, even, odd, 0b1010_1010)
      return value
    }
    code.vpternlogd(select: even, odd, mask: constant(\.oddLanes))
    return even
  }
}
