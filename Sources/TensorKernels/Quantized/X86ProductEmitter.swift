import MachineCode

/// Emits products of 32-bit integers with fixed-point factors (``FactorLanes``).
struct X86ProductEmitter {
  /// The products of even and of odd lanes.
  let even: X86VectorRegister, odd: X86VectorRegister

  /// Multiplies a register by factors, rounding twice.
  ///
  /// - Parameter constants: ``ProductConstants``.
  func emit(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ factors: X86Memory, constants: X86Memory,
    spare: X86VectorRegister
  ) {
    let nudge = constants.advanced(by: (\ProductConstants.nudge as PartialKeyPath).byteOffset)
    func field(_ field: PartialKeyPath<FactorLanes>) -> X86Memory { factors.advanced(by: field.byteOffset) }
    code.vpsllvd(value, value, field(\.left))
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(\.multiplier))
    code.vpmuldq(odd, odd, field(\.oddMultiplier))
    code.vpaddq(even, even, nudge)
    code.vpaddq(odd, odd, nudge)
    // The high halves of the doubled products, each in its lane.
    code.vpsrlq(even, even, 31)
    code.vpsllq(odd, odd, 1)
    let high = emitJoin(&code, into: value, constants)
    code.vpsrad(spare, high, 31)
    code.vpand(spare, spare, field(\.tieMask))
    code.vpaddd(high, high, field(\.half))
    code.vpaddd(high, high, spare)
    code.vpsravd(value, high, field(\.right))
  }

  /// Multiplies a register by factors (``FactorLanesOnce``), rounding once.
  func emitOnce(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ factors: X86Memory, constants: X86Memory
  ) {
    func field(_ field: PartialKeyPath<FactorLanesOnce>) -> X86Memory { factors.advanced(by: field.byteOffset) }
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(\.multiplier))
    code.vpmuldq(odd, odd, field(\.oddMultiplier))
    code.vpaddq(even, even, field(\.evenAddend))
    code.vpaddq(odd, odd, field(\.oddAddend))
    code.vpsrlvq(even, even, field(\.evenShift))
    code.vpsrlvq(odd, odd, field(\.oddShift))
    code.vpsllq(odd, odd, 32)
    code.vpsubd(value, emitJoin(&code, into: value, constants), field(\.excess))
  }

  /// The even lanes of the one and the odd lanes of the other product; the register with them.
  private func emitJoin(
    _ code: inout X86Assembler, into value: X86VectorRegister, _ constants: X86Memory
  ) -> X86VectorRegister {
    guard code.vectorWidth == .bits512 else {
      code.vpblendd(value, even, odd, 0b1010_1010)
      return value
    }
    let mask = constants.advanced(by: (\ProductConstants.oddLanes as PartialKeyPath).byteOffset)
    code.vpternlogd(select: even, odd, mask: mask)
    return even
  }
}
