import MachineCode
import TensorKernels

/// Emits e^x with fused multiply-adds: `x = n·ln 2 + t` with |t| ≤ ln 2 / 2, so that `e^x = 2^n · e^t`.
///
/// `ln 2` is split in two, and `e^t = 1 + t + t²·p(t)` with the polynomial of ``UnaryElementwise/logistic(_:_:_:)``.
/// The result is within one unit in the last place.
struct X86Exponential {
  let constants: X86MathConstants
  /// The argument, which becomes `t`.
  let t: X86VectorRegister
  /// 2^n, `e^t − 1`, and a register to use.
  let power: X86VectorRegister, p: X86VectorRegister, other: X86VectorRegister

  /// The parts of `ln 2`.
  static let log2: [MathConstant] = [.log2High, .log2Low]
  private static let partConstants: [MathConstant] = log2 + [.p3, .p2, .p1, .p0]
  /// The constants to keep in registers for ``emitPair(_:into:)``, most useful first.
  static let pairConstants: [MathConstant] = [.pairShift] + partConstants
  /// Those for ``emitMinusOne(_:)``.
  static let minusOneConstants: [MathConstant] = [.biasedShift, .log2, .one, .p3, .p2, .p1, .p0]
  /// Those for ``emitDecay(_:)``.
  static let decayConstants: [MathConstant] = [.zeroPowerLog, .biasedShift] + partConstants

  /// Leaves in ``power`` the sum of `shift` and n, in ``other`` n, and in ``t`` the rest of the argument.
  ///
  /// - Parameters:
  ///   - scale: the reciprocal of `ln 2`.
  ///   - log2: the parts of `ln 2`.
  func emitReduction(
    _ code: inout X86Assembler, scale: MathConstant = .inverseLog2, shift: MathConstant, log2: [MathConstant] = log2
  ) {
    constants.load(&code, scale, into: power)
    code.vfmadd213ps(power, t, constants[shift])
    code.vsubps(other, power, constants[shift])
    for part in log2 { code.vfnmadd231ps(t, other, constants[part]) }
  }

  /// Leaves `e^t − 1` in ``p``, and in ``power`` the sum of `shift` and n, of which 2^n is made.
  private func emitParts(_ code: inout X86Assembler, shift: MathConstant, log2: [MathConstant] = log2) {
    emitReduction(&code, shift: shift, log2: log2)
    constants.load(&code, .p4, into: p)
    for coefficient in [MathConstant.p3, .p2, .p1, .p0] { code.vfmadd213ps(p, t, constants[coefficient]) }
    code.vmulps(other, t, t)
    code.vfmadd213ps(p, other, t)
  }

  /// `e^x` for x from −104 to 89, with two factors of 2^n: neither of them is subnormal, so that the result may be.
  func emitPair(_ code: inout X86Assembler, into result: X86VectorRegister) {
    emitParts(&code, shift: .pairShift)
    // The sum's low bits are n + 254: half of that, rounded down, is one biased exponent, and the rest is the other.
    code.vpsrld(other, power, 1)
    code.vpsubd(power, power, other)
    for factor in [other, power] { code.vpslld(factor, factor, 23) }
    code.vfmadd213ps(p, other, other)
    code.vmulps(result, p, power)
  }

  /// `e^x − 1` in ``p`` for x from −30 to 0, which does not cancel near zero.
  ///
  /// `ln 2` has one part: it is off by 2·10⁻⁹, and `n · 2^n` times that is far below a unit in the last place.
  func emitMinusOne(_ code: inout X86Assembler) {
    emitParts(&code, shift: .biasedShift, log2: [.log2])
    code.vpslld(power, power, 23)
    code.vsubps(other, power, constants[.one])
    code.vfmadd213ps(p, power, other)
  }

  /// `e^x` in ``p`` for any x up to 0; zero where n is −127. A NaN stays.
  func emitDecay(_ code: inout X86Assembler) {
    // If either operand is NaN, the instruction gives the second one.
    code.vmaxps(t, constants.register(.zeroPowerLog), t)
    emitParts(&code, shift: .biasedShift)
    code.vpslld(power, power, 23)
    code.vfmadd213ps(p, power, power)
  }
}
