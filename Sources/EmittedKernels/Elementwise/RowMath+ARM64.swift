import MachineCode
import TensorKernels

extension ARM64RowEmitter {
  /// A constant in all lanes of a register.
  private func load(_ code: inout ARM64Assembler, _ target: ARM64VectorRegister, _ value: MathConstant) {
    code.ldr(q: target, ARM64Memory(arguments[\.constants], value.byteOffset))
  }

  /// The register of a constant that the next instruction needs.
  private func loaded(_ code: inout ARM64Assembler, _ value: MathConstant) -> ARM64VectorRegister {
    load(&code, constant, value)
    return constant
  }

  /// A function of `x`.
  func emitMath(_ code: inout ARM64Assembler, _ function: RowCode.Function) {
    switch function {
    case .absolute: code.fabs(value, x)
    case .negate: code.fneg(value, x)
    case .square: code.fmul(value, x, x)
    case .squareRoot: code.fsqrt(value, x)
    case .reciprocalSquareRoot:
      code.fsqrt(term, x)
      load(&code, one, .one)
      code.fdiv(value, one, term)
    case .floor: code.frintm(value, x)
    case .ceiling: code.frintp(value, x)
    case .round: code.frintn(value, x)
    case .truncate: code.fcvtzs(value, x)
    case .logistic: emitLogistic(&code, of: x)
    case .exponential: emitExponential(&code, of: x)
    case .hyperbolicTangent: emitHyperbolicTangent(&code)
    case .exponentialLinear: emitExponentialLinear(&code)
    case .hardSwish: emitHardSwish(&code)
    case .gaussianErrorLinearByTangent: emitGaussianErrorLinear(&code)
    default: preconditionFailure("\(function) is emitted elsewhere")
    }
  }

  /// `e^source = 2^n · e^t` with |t| ≤ ln 2 / 2: `e^t − 1` in ``term``, and two factors of 2^n, neither of which is
  /// subnormal.
  ///
  /// The operations are those of ``UnaryElementwise/logistic(_:_:_:)``, in the same order, each rounded. A NaN stays in
  /// ``term``.
  private func emitExponentialParts(
    _ code: inout ARM64Assembler, of source: ARM64VectorRegister
  ) -> [ARM64VectorRegister] {
    let (bounded, shifted, n) = (temporaries[0], temporaries[1], temporaries[2])
    code.mov(bounded, source)
    code.raise(bounded, to: loaded(&code, .lowest), chosen: half)
    code.lower(bounded, to: loaded(&code, .highest), chosen: half)
    code.fmul(shifted, bounded, loaded(&code, .inverseLog2))
    load(&code, half, .shift)
    code.fadd(shifted, shifted, half)
    code.fsub(n, shifted, half)
    code.sub(shifted, shifted, half)
    code.fmul(term, n, loaded(&code, .log2High))
    code.fsub(bounded, bounded, term)
    code.fmul(term, n, loaded(&code, .log2Low))
    code.fsub(bounded, bounded, term)
    emitPolynomial(&code, in: bounded, [.p4, .p3, .p2, .p1, .p0])
    code.fmul(term, bounded, bounded)
    code.fmul(term, term, p)
    code.fadd(term, bounded, term)
    code.sshr(half, shifted, 1)
    code.sub(shifted, shifted, half)
    load(&code, constant, .bias)
    for factor in [half, shifted] {
      code.add(factor, factor, constant)
      code.shl(factor, factor, 23)
    }
    return [half, shifted]
  }

  /// A polynomial by Horner's rule, highest coefficient first, in ``p``.
  private func emitPolynomial(
    _ code: inout ARM64Assembler, in variable: ARM64VectorRegister, _ coefficients: [MathConstant]
  ) {
    load(&code, p, coefficients[0])
    for next in coefficients.dropFirst() {
      code.fmul(p, p, variable)
      code.fadd(p, p, loaded(&code, next))
    }
  }

  /// `e^source`, and 1 in ``one``.
  private func emitExponential(_ code: inout ARM64Assembler, of source: ARM64VectorRegister) {
    let factors = emitExponentialParts(&code, of: source)
    load(&code, one, .one)
    code.fadd(value, one, term)
    for factor in factors { code.fmul(value, value, factor) }
  }

  /// Both signs use `e = e^-|source|`: `e / (1 + e)` for negative sources, one minus that for the others.
  private func emitLogistic(_ code: inout ARM64Assembler, of source: ARM64VectorRegister) {
    code.fcmgtZero(chosen, source)
    code.fneg(value, source)
    code.bif(value, source, chosen)
    emitExponential(&code, of: value)
    code.fadd(term, one, value)
    code.fdiv(value, value, term)
    code.fsub(term, one, value)
    code.bit(value, term, chosen)
  }

  /// `1 − 2 / (e^2|x| + 1)` with the sign of x, and near zero, where that cancels, `x + x³ · t(x²)` (Cephes, `tanhf`).
  private func emitHyperbolicTangent(_ code: inout ARM64Assembler) {
    let (square, magnitude) = (temporaries[0], chosen)
    code.fabs(value, x)
    code.fadd(value, value, value)
    emitExponential(&code, of: value)
    code.fadd(value, one, value)
    load(&code, term, .two)
    code.fdiv(value, term, value)
    code.fsub(value, one, value)
    code.and(term, x, loaded(&code, .sign))
    code.eor(value, value, term)

    code.fmul(square, x, x)
    emitPolynomial(&code, in: square, [.t4, .t3, .t2, .t1, .t0])
    code.fmul(p, p, square)
    code.fmul(p, p, x)
    code.fadd(p, p, x)
    code.fabs(magnitude, x)
    code.fcmgt(magnitude, loaded(&code, .tangentLimit), magnitude)
    code.bit(value, p, magnitude)
  }

  /// `2^n · (e^t − 1) + (2^n − 1)` for negative x, which does not cancel near zero.
  private func emitExponentialLinear(_ code: inout ARM64Assembler) {
    let factors = emitExponentialParts(&code, of: x)
    load(&code, one, .one)
    code.fmul(value, factors[0], factors[1])
    code.fmul(term, term, value)
    code.fsub(value, value, one)
    code.fadd(value, value, term)
    code.fcmltZero(chosen, x)
    code.bif(value, x, chosen)
  }

  private func emitHardSwish(_ code: inout ARM64Assembler) {
    code.fadd(value, x, loaded(&code, .three))
    code.raise(value, to: zero, chosen: chosen)
    code.lower(value, to: loaded(&code, .six), chosen: chosen)
    code.fmul(value, x, value)
    code.fmul(value, value, loaded(&code, .sixth))
  }

  /// `(1 + tanh(u)) / 2` is the logistic function of 2u.
  private func emitGaussianErrorLinear(_ code: inout ARM64Assembler) {
    code.fmul(value, x, x)
    code.fmul(value, value, loaded(&code, .gaussianCubic))
    code.fadd(value, value, loaded(&code, .one))
    code.fmul(value, value, x)
    code.fmul(doubled, value, loaded(&code, .gaussianScale))
    emitLogistic(&code, of: doubled)
    code.fmul(value, value, x)
  }
}
