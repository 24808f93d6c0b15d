import MachineCode
import TensorKernels

/// Emits functions of e^x that are quotients, from `u = tanh(t / 2)` and w = 2^n where `x = n·ln 2 + t`:
/// `e^x = w · (1 + u) / (1 − u)`, so that one quotient does, and u is the short odd polynomial.
///
/// Numerator and denominator are rounded once each, since they are fused multiply-adds. Measured against double
/// precision, a logistic function is within three units in the last place, and a hyperbolic tangent within two.
struct X86HalfTangent {
  /// Makes n and t.
  let reduction: X86Exponential

  private var constants: X86MathConstants { reduction.constants }

  /// The constants to keep in registers for ``emitLogistic(_:of:into:log2:)``, most useful first, without the parts of
  /// `ln 2`.
  static let logisticConstants: [MathConstant] = [.zeroPowerLog, .logisticLimit, .biasedShift, .one, .half, .u1]
  /// Those for ``emitTangent(_:of:into:)``.
  static let tangentConstants: [MathConstant] = [.minusTangentOne, .tangentOne, .biasedShift, .halfLog2, .one, .v1]

  /// `1 / (1 + e^-x)`, as `(w + w·u) / ((w + 1) + (w − 1)·u)`; zero where n is −127.
  ///
  /// - Parameter log2: the parts of `ln 2`.
  func emitLogistic(
    _ code: inout X86Assembler, of source: X86VectorRegister, into result: X86VectorRegister,
    log2: [MathConstant] = X86Exponential.log2
  ) {
    let (t, w, u, other) = (reduction.t, reduction.power, reduction.p, reduction.other)
    emitLimit(&code, source, low: .zeroPowerLog, high: .logisticLimit)
    reduction.emitReduction(&code, shift: .biasedShift, log2: log2)
    code.vmulps(other, t, t)
    constants.load(&code, .u2, into: u)
    code.vfmadd213ps(u, other, constants[.u1])
    code.vfmadd213ps(u, other, constants[.half])
    code.vmulps(u, u, t)
    code.vpslld(w, w, 23)
    code.vsubps(other, w, constants[.one])
    code.vaddps(t, w, constants[.one])
    code.vfmadd213ps(w, u, w)
    code.vfmadd213ps(other, u, t)
    code.vdivps(result, w, other)
  }

  /// `tanh(x)`, as `((w − 1) + (w + 1)·u) / ((w + 1) + (w − 1)·u)` with the u and w of 2x. Near zero it is u.
  func emitTangent(_ code: inout X86Assembler, of source: X86VectorRegister, into result: X86VectorRegister) {
    let (t, w, u, other) = (reduction.t, reduction.power, reduction.p, reduction.other)
    emitLimit(&code, source, low: .minusTangentOne, high: .tangentOne)
    reduction.emitReduction(&code, scale: .doubledInverseLog2, shift: .biasedShift, log2: [.halfLog2])
    code.vmulps(other, t, t)
    constants.load(&code, .v2, into: u)
    code.vfmadd213ps(u, other, constants[.v1])
    code.vmulps(other, other, t)
    code.vfmadd213ps(u, other, t)
    code.vpslld(w, w, 23)
    code.vsubps(other, w, constants[.one])
    code.vaddps(t, w, constants[.one])
    code.vaddps(w, w, constants[.one])
    code.vfmadd213ps(t, u, other)
    code.vfmadd213ps(other, u, w)
    code.vdivps(result, t, other)
  }

  /// The argument within limits. If either operand is NaN, the instructions give the second one.
  private func emitLimit(
    _ code: inout X86Assembler, _ source: X86VectorRegister, low: MathConstant, high: MathConstant
  ) {
    code.vmaxps(reduction.t, constants.register(low), source)
    code.vminps(reduction.t, constants.register(high), reduction.t)
  }
}
