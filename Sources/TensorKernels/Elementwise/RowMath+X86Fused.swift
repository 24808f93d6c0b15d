import MachineCode

/// Functions of rows with fused multiply-adds, which take fewer instructions than those with the bits of portable
/// vectors.
///
/// Tried: pairs of independent terms in the polynomial (Estrin's scheme) gain nothing on a Zen 3, where the number of
/// instructions counts rather than how long they wait for each other. A hyperbolic tangent that is a quotient of
/// polynomials takes fewer of them but is off by up to five units in the last place.
extension RowEmitter {
  /// The exponential function of the argument in its register `t`, with registers of this emitter.
  private var power: X86Exponential {
    X86Exponential(
      constants: arguments[\.constants], byteOffset: MemoryLayout<RowCode.Constants>.stride, t: temporaries[0],
      power: temporaries[1], p: p, other: temporaries[2])
  }

  /// A value limited to an interval; a NaN stays, since the result of the instructions is the second operand then.
  private func emitLimit(
    _ code: inout X86Assembler, _ target: X86VectorRegister, of source: X86VectorRegister, lower: MathConstant? = nil,
    upper: MathConstant? = nil
  ) {
    var source = source
    if let lower {
      code.vmovups(term, memory(lower))
      code.vmaxps(target, term, source)
      source = target
    }
    if let upper {
      code.vmovups(term, memory(upper))
      code.vminps(target, term, source)
    }
  }

  /// With two factors of 2^n, neither of which is subnormal, so that the result may be.
  func emitFusedExponential(_ code: inout X86Assembler) {
    let power = power
    emitLimit(&code, power.t, of: x, lower: .lowest, upper: .highest)
    power.emitParts(&code, shift: .shift)
    let exponent = power.power
    code.vpsubd(exponent, exponent, memory(.shift))
    code.vpsrad(half, exponent, 1)
    code.vpsubd(exponent, exponent, half)
    for factor in [half, exponent] {
      code.vpaddd(factor, factor, memory(.bias))
      code.vpslld(factor, factor, 23)
    }
    code.vfmadd213ps(power.p, half, half)
    code.vmulps(value, power.p, exponent)
  }

  /// With `e = e^-|source|`: `e / (1 + e)` for negative sources, one minus that for the others.
  func emitFusedLogistic(_ code: inout X86Assembler, of source: X86VectorRegister) {
    let power = power
    code.vorps(power.t, source, memory(.sign))
    power.emitDecay(&code, kept: chosen)
    code.vaddps(term, power.p, memory(.one))
    code.vdivps(value, power.p, term)
    code.vmovups(one, memory(.one))
    code.vsubps(term, one, value)
    code.vcmpltps(chosen, zero, source)
    code.vblendvps(value, value, term, mask: chosen)
  }

  /// With `e = e^-2|x| − 1`: `−e / (2 + e)` with the sign of x.
  func emitHyperbolicTangent(_ code: inout X86Assembler) {
    let power = power
    code.vorps(value, x, memory(.sign))
    code.vaddps(value, value, value)
    emitLimit(&code, power.t, of: value, lower: .minusOneLimit)
    power.emitMinusOne(&code)
    code.vaddps(term, power.p, memory(.two))
    code.vdivps(value, power.p, term)
    code.vandps(value, value, memory(.magnitude))
    code.vandps(term, x, memory(.sign))
    code.vxorps(value, value, term)
  }

  func emitExponentialLinear(_ code: inout X86Assembler) {
    let power = power
    emitLimit(&code, power.t, of: x, lower: .minusOneLimit)
    power.emitMinusOne(&code)
    code.vcmpltps(chosen, x, zero)
    code.vblendvps(value, x, power.p, mask: chosen)
  }

  /// `(1 + tanh(u)) / 2` is the logistic function of 2u.
  func emitGaussianErrorLinearByTangent(_ code: inout X86Assembler) {
    code.vmulps(value, x, x)
    code.vmovups(term, memory(.gaussianCubic))
    code.vfmadd213ps(value, term, memory(.one))
    code.vmulps(value, value, x)
    code.vmulps(doubled, value, memory(.gaussianScale))
    emitFusedLogistic(&code, of: doubled)
    code.vmulps(value, value, x)
  }

  /// `h + h · erf(x / √2)` with h = x / 2. The error function is a quotient of polynomials, fitted here by least
  /// squares with weights that level the error (4e-8 of one at most); it exceeds one where its argument is limited.
  func emitGaussianErrorLinear(_ code: inout X86Assembler) {
    let (limited, square, numerator) = (temporaries[0], temporaries[1], p)
    emitLimit(&code, limited, of: x, lower: .minusGaussianLimit, upper: .gaussianLimit)
    code.vmulps(square, limited, limited)
    code.vmovups(numerator, memory(.e5))
    code.vmovups(term, memory(.d5))
    for (e, d) in [(MathConstant.e4, MathConstant.d4), (.e3, .d3), (.e2, .d2), (.e1, .d1), (.e0, .one)] {
      code.vfmadd213ps(numerator, square, memory(e))
      code.vfmadd213ps(term, square, memory(d))
    }
    code.vmulps(numerator, numerator, limited)
    code.vdivps(value, numerator, term)
    emitLimit(&code, value, of: value, lower: .minusOne, upper: .one)
    code.vmulps(half, x, memory(.half))
    code.vfmadd213ps(value, half, half)
  }
}
