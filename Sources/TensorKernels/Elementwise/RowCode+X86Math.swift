import MachineCode

/// Constants of the functions that ``RowEmitter`` computes with more than one instruction.
enum MathConstant: Int, CaseIterable {
  case sign, magnitude, half, one, two, three, six, sixth
  // The exponential function's.
  case lowest, highest, inverseLog2, shift, log2High, log2Low, p4, p3, p2, p1, p0, bias
  // The hyperbolic tangent's below `tangentLimit`.
  case tangentLimit, t4, t3, t2, t1, t0
  // √(2/π) twice, and the cubic term of the Gaussian error linear unit.
  case gaussianScale, gaussianCubic

  var value: Float {
    switch self {
    case .sign: -0.0
    case .magnitude: Float(bitPattern: 0x7FFF_FFFF)
    case .half: 0.5
    case .one: 1
    case .two: 2
    case .three: 3
    case .six: 6
    case .sixth: 1 / 6
    case .lowest: -104
    case .highest: 89
    case .inverseLog2: 1.442_695_04
    case .shift: 12_582_912
    case .log2High: 0.693_359_375
    case .log2Low: -2.121_944_4e-4
    case .p4: 0.001_392_625_1
    case .p3: 0.008_363_233
    case .p2: 0.041_666_552
    case .p1: 0.166_665_76
    case .p0: 0.5
    case .bias: Float(bitPattern: 127)
    case .tangentLimit: 0.625
    case .t4: -5.704_988_7e-3
    case .t3: 2.063_908_9e-2
    case .t2: -5.373_971_5e-2
    case .t1: 1.333_144_2e-1
    case .t0: -3.333_328_2e-1
    case .gaussianScale: 1.595_769_1
    case .gaussianCubic: 0.044_715
    }
  }

  var memory: Memory { Memory(.rcx, 160 + rawValue * 32) }
}

extension RowEmitter {
  private var isPositive: VectorRegister { VectorRegister(3) }
  private var term: VectorRegister { VectorRegister(7) }
  private var p: VectorRegister { VectorRegister(8) }
  private var one: VectorRegister { VectorRegister(10) }

  /// A function of `x`.
  mutating func emitMath(_ function: RowCode.Function, _ value: VectorRegister) {
    switch function {
    case .absolute: code.vandps(value, x, MathConstant.magnitude.memory)
    case .negate: code.vxorps(value, x, MathConstant.sign.memory)
    case .square: code.vmulps(value, x, x)
    case .squareRoot: code.vsqrtps(value, x)
    case .reciprocalSquareRoot:
      code.vsqrtps(term, x)
      code.vmovups(one, MathConstant.one.memory)
      code.vdivps(value, one, term)
    case .floor: code.vroundps(value, x, 1)
    case .ceiling: code.vroundps(value, x, 2)
    case .round: code.vroundps(value, x, 0)
    case .logistic: emitLogistic(value, of: x)
    case .exponential: emitExponential(value, of: x)
    case .hyperbolicTangent: emitHyperbolicTangent(value)
    case .exponentialLinear: emitExponentialLinear(value)
    case .hardSwish: emitHardSwish(value)
    case .gaussianErrorLinearByTangent: emitGaussianErrorLinear(value)
    default: preconditionFailure("\(function) is emitted elsewhere")
    }
  }

  /// `e^source = 2^n · e^t` with |t| ≤ ln 2 / 2: `e^t − 1` in ``term``, and two factors of 2^n, neither of which is
  /// subnormal.
  ///
  /// The steps are those of ``UnaryElementwise/logistic(_:_:_:)``, in its order. A NaN stays in ``term``.
  private mutating func emitExponentialParts(of source: VectorRegister) -> [VectorRegister] {
    let bounded = VectorRegister(4), shifted = VectorRegister(5), n = VectorRegister(6), half = VectorRegister(9)
    code.vmovups(bounded, MathConstant.lowest.memory)
    code.vmaxps(bounded, bounded, source)
    code.vmovups(n, MathConstant.highest.memory)
    code.vminps(bounded, n, bounded)
    code.vmulps(shifted, bounded, MathConstant.inverseLog2.memory)
    code.vaddps(shifted, shifted, MathConstant.shift.memory)
    code.vmovups(half, MathConstant.shift.memory)
    code.vsubps(n, shifted, half)
    code.vpsubd(shifted, shifted, half)
    code.vmulps(term, n, MathConstant.log2High.memory)
    code.vsubps(bounded, bounded, term)
    code.vmulps(term, n, MathConstant.log2Low.memory)
    code.vsubps(bounded, bounded, term)
    emitPolynomial(in: bounded, [.p4, .p3, .p2, .p1, .p0])
    code.vmulps(term, bounded, bounded)
    code.vmulps(term, term, p)
    code.vaddps(term, bounded, term)
    code.vpsrad(half, shifted, 1)
    code.vpsubd(shifted, shifted, half)
    for factor in [half, shifted] {
      code.vpaddd(factor, factor, MathConstant.bias.memory)
      code.vpslld(factor, factor, 23)
    }
    return [half, shifted]
  }

  /// A polynomial by Horner's rule, highest coefficient first, in ``p``.
  private mutating func emitPolynomial(in variable: VectorRegister, _ coefficients: [MathConstant]) {
    code.vmovups(p, coefficients[0].memory)
    for next in coefficients.dropFirst() {
      code.vmulps(p, p, variable)
      code.vaddps(p, p, next.memory)
    }
  }

  /// `e^source`, and 1 in ``one``.
  private mutating func emitExponential(_ value: VectorRegister, of source: VectorRegister) {
    let factors = emitExponentialParts(of: source)
    code.vmovups(one, MathConstant.one.memory)
    code.vaddps(value, one, term)
    for factor in factors { code.vmulps(value, value, factor) }
  }

  /// Both signs go through `e = e^-|source|`: `e / (1 + e)` for negative sources, one minus that for the others.
  private mutating func emitLogistic(_ value: VectorRegister, of source: VectorRegister) {
    code.vcmpltps(isPositive, zero, source)
    code.vxorps(value, source, MathConstant.sign.memory)
    code.vblendvps(value, source, value, mask: isPositive)
    emitExponential(value, of: value)
    code.vaddps(term, one, value)
    code.vdivps(value, value, term)
    code.vsubps(term, one, value)
    code.vblendvps(value, value, term, mask: isPositive)
  }

  /// `1 − 2 / (e^2|x| + 1)` with the sign of x, and near zero, where that cancels, `x + x³ · t(x²)` (Cephes, `tanhf`).
  private mutating func emitHyperbolicTangent(_ value: VectorRegister) {
    let square = VectorRegister(4), magnitude = VectorRegister(3), near = VectorRegister(5)
    code.vandps(value, x, MathConstant.magnitude.memory)
    code.vaddps(value, value, value)
    emitExponential(value, of: value)
    code.vaddps(value, one, value)
    code.vmovups(term, MathConstant.two.memory)
    code.vdivps(value, term, value)
    code.vsubps(value, one, value)
    code.vandps(term, x, MathConstant.sign.memory)
    code.vxorps(value, value, term)

    code.vmulps(square, x, x)
    emitPolynomial(in: square, [.t4, .t3, .t2, .t1, .t0])
    code.vmulps(p, p, square)
    code.vmulps(p, p, x)
    code.vaddps(p, p, x)
    code.vandps(magnitude, x, MathConstant.magnitude.memory)
    code.vmovups(near, MathConstant.tangentLimit.memory)
    code.vcmpltps(near, magnitude, near)
    code.vblendvps(value, value, p, mask: near)
  }

  /// `2^n · (e^t − 1) + (2^n − 1)` where x is negative, which does not cancel near zero.
  private mutating func emitExponentialLinear(_ value: VectorRegister) {
    let factors = emitExponentialParts(of: x)
    code.vmovups(one, MathConstant.one.memory)
    code.vmulps(value, factors[0], factors[1])
    code.vmulps(term, term, value)
    code.vsubps(value, value, one)
    code.vaddps(value, value, term)
    code.vcmpltps(isPositive, x, zero)
    code.vblendvps(value, x, value, mask: isPositive)
  }

  private mutating func emitHardSwish(_ value: VectorRegister) {
    code.vaddps(value, x, MathConstant.three.memory)
    code.vmaxps(value, zero, value)
    code.vmovups(term, MathConstant.six.memory)
    code.vminps(value, term, value)
    code.vmulps(value, x, value)
    code.vmulps(value, value, MathConstant.sixth.memory)
  }

  /// `(1 + tanh(u)) / 2` is the logistic function of 2u.
  private mutating func emitGaussianErrorLinear(_ value: VectorRegister) {
    let doubled = VectorRegister(12)
    code.vmulps(value, x, x)
    code.vmulps(value, value, MathConstant.gaussianCubic.memory)
    code.vaddps(value, value, MathConstant.one.memory)
    code.vmulps(value, value, x)
    code.vmulps(doubled, value, MathConstant.gaussianScale.memory)
    emitLogistic(value, of: doubled)
    code.vmulps(value, value, x)
  }
}
