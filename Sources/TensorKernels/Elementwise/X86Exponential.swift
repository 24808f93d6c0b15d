import MachineCode

/// Emits e^x with fused multiply-adds: `x = n·ln 2 + t` with |t| ≤ ln 2 / 2, so that `e^x = 2^n · e^t`.
///
/// `ln 2` is split in two, and `e^t = 1 + t + t²·p(t)` with the polynomial of ``UnaryElementwise/logistic(_:_:_:)``.
/// The result is within one unit in the last place.
struct X86Exponential {
  /// The register with the constants, and the bytes before the ``MathConstant``s.
  let constants: X86GeneralRegister, byteOffset: Int
  /// The argument, which becomes `t`.
  let t: X86VectorRegister
  /// 2^n, `e^t − 1`, and a register to use.
  let power: X86VectorRegister, p: X86VectorRegister, other: X86VectorRegister

  /// A constant of eight lanes.
  func memory(_ constant: MathConstant) -> X86Memory {
    X86Memory(constants, byteOffset + constant.rawValue * MemoryLayout<Lanes>.stride)
  }

  /// Leaves `e^t − 1` in ``p``, and in ``power`` the sum of `shift` and n, of which 2^n is made.
  ///
  /// - Parameter log2: the parts of `ln 2`.
  func emitParts(
    _ code: inout X86Assembler, shift: MathConstant, log2: [MathConstant] = [.log2High, .log2Low]
  ) {
    code.vmovups(power, memory(.inverseLog2))
    code.vfmadd213ps(power, t, memory(shift))
    code.vsubps(other, power, memory(shift))
    for part in log2 { code.vfnmadd231ps(t, other, memory(part)) }
    code.vmovups(p, memory(.p4))
    for coefficient in [MathConstant.p3, .p2, .p1, .p0] { code.vfmadd213ps(p, t, memory(coefficient)) }
    code.vmulps(other, t, t)
    code.vfmadd213ps(p, other, t)
  }

  /// Leaves `e^t − 1` in ``p`` and 2^n in ``power``, for n from −126 to 127.
  func emitPower(_ code: inout X86Assembler, log2: [MathConstant] = [.log2High, .log2Low]) {
    emitParts(&code, shift: .biasedShift, log2: log2)
    code.vpslld(power, power, 23)
  }

  /// `e^x − 1` in ``p`` for x from −30 to 0, which does not cancel near zero.
  ///
  /// `ln 2` has one part: it is off by 2·10⁻⁹, and `n · 2^n` times that is far below a unit in the last place.
  func emitMinusOne(_ code: inout X86Assembler) {
    emitPower(&code, log2: [.log2])
    code.vsubps(other, power, memory(.one))
    code.vfmadd213ps(p, power, other)
  }

  /// `e^x` in ``p`` for any x up to 0; zero where it is less than the least normal number. A NaN stays.
  ///
  /// - Parameter kept: another register to use.
  func emitDecay(_ code: inout X86Assembler, kept: X86VectorRegister) {
    code.vcmpnltps(kept, t, memory(.leastNormalLog))
    emitPower(&code)
    code.vfmadd213ps(p, power, power)
    code.vandps(p, p, kept)
  }
}
