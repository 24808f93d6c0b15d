import MachineCode
import TensorKernels

extension RowEmitter {
  /// A constant of eight lanes.
  func memory(_ constant: MathConstant) -> X86Memory { X86Memory(arguments[\.constants], constant.byteOffset) }

  /// A function of `x`.
  func emitMath(_ code: inout X86Assembler, _ function: RowCode.Function) {
    switch function {
    case .absolute: code.vandps(value, x, memory(.magnitude))
    case .negate: code.vxorps(value, x, memory(.sign))
    case .square: code.vmulps(value, x, x)
    case .floor: code.vroundps(value, x, 1)
    case .ceiling: code.vroundps(value, x, 2)
    case .round: code.vroundps(value, x, 0)
    case .truncate: emitTruncation(&code)
    case .logistic: emitLogistic(&code, of: x)
    case .hardSwish: emitHardSwish(&code)
    default: preconditionFailure("\(function) is emitted elsewhere")
    }
  }

  /// `e^source = 2^n · e^t` with |t| ≤ ln 2 / 2: `e^t − 1` in ``term``, and two factors of 2^n, neither of which is
  /// subnormal.
  ///
  /// The operations are those of ``UnaryElementwise/logistic(_:_:_:)``, in the same order. A NaN stays in ``term``.
  private func emitExponentialParts(_ code: inout X86Assembler, of source: X86VectorRegister) -> [X86VectorRegister] {
    let (bounded, shifted, n) = (temporaries[0], temporaries[1], temporaries[2])
    code.vmovups(bounded, memory(.lowest))
    code.vmaxps(bounded, bounded, source)
    code.vmovups(n, memory(.highest))
    code.vminps(bounded, n, bounded)
    code.vmulps(shifted, bounded, memory(.inverseLog2))
    code.vaddps(shifted, shifted, memory(.shift))
    code.vmovups(half, memory(.shift))
    code.vsubps(n, shifted, half)
    code.vpsubd(shifted, shifted, half)
    code.vmulps(term, n, memory(.log2High))
    code.vsubps(bounded, bounded, term)
    code.vmulps(term, n, memory(.log2Low))
    code.vsubps(bounded, bounded, term)
    emitPolynomial(&code, in: bounded, [.p4, .p3, .p2, .p1, .p0])
    code.vmulps(term, bounded, bounded)
    code.vmulps(term, term, p)
    code.vaddps(term, bounded, term)
    code.vpsrad(half, shifted, 1)
    code.vpsubd(shifted, shifted, half)
    for factor in [half, shifted] {
      code.vpaddd(factor, factor, memory(.bias))
      code.vpslld(factor, factor, 23)
    }
    return [half, shifted]
  }

  /// A polynomial by Horner's rule, highest coefficient first, in ``p``.
  private func emitPolynomial(
    _ code: inout X86Assembler, in variable: X86VectorRegister, _ coefficients: [MathConstant]
  ) {
    code.vmovups(p, memory(coefficients[0]))
    for next in coefficients.dropFirst() {
      code.vmulps(p, p, variable)
      code.vaddps(p, p, memory(next))
    }
  }

  /// `e^source`, and 1 in ``one``.
  private func emitExponential(_ code: inout X86Assembler, of source: X86VectorRegister) {
    let factors = emitExponentialParts(&code, of: source)
    code.vmovups(one, memory(.one))
    code.vaddps(value, one, term)
    for factor in factors { code.vmulps(value, value, factor) }
  }

  /// Both signs use `e = e^-|source|`: `e / (1 + e)` for negative sources, one minus that for the others.
  private func emitLogistic(_ code: inout X86Assembler, of source: X86VectorRegister) {
    code.vcmpltps(chosen, zero, source)
    code.vxorps(value, source, memory(.sign))
    code.vblendvps(value, source, value, mask: chosen)
    emitExponential(&code, of: value)
    code.vaddps(term, one, value)
    code.vdivps(value, value, term)
    code.vsubps(term, one, value)
    code.vblendvps(value, value, term, mask: chosen)
  }

  /// The instruction gives the smallest integer where a float is out of range or NaN.
  private func emitTruncation(_ code: inout X86Assembler) {
    code.vcvttps2dq(value, x)
    code.vcmpltps(chosen, zero, x)
    // Of positive numbers, it has all bits of the largest integer inverted.
    code.vpsrad(term, value, 31)
    code.vandps(term, term, chosen)
    code.vxorps(value, value, term)
    // A NaN is neither positive nor below one.
    code.vmovups(one, memory(.one))
    code.vcmpltps(half, x, one)
    code.vandps(half, value, half)
    code.vblendvps(value, half, value, mask: chosen)
  }

  private func emitHardSwish(_ code: inout X86Assembler) {
    code.vaddps(value, x, memory(.three))
    code.vmaxps(value, zero, value)
    code.vmovups(term, memory(.six))
    code.vminps(value, term, value)
    code.vmulps(value, x, value)
    code.vmulps(value, value, memory(.sixth))
  }
}
