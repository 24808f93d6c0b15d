import TensorKernels

/// Constants of functions that take more than one instruction, in the order in which emitted code finds them.
enum MathConstant: Int, CaseIterable {
  case sign, magnitude, half, one, two, three, six, sixth
  // The exponential function's.
  case lowest, highest, inverseLog2, shift, log2High, log2Low, p4, p3, p2, p1, p0, bias
  // The hyperbolic tangent's below `tangentLimit`.
  case tangentLimit, t4, t3, t2, t1, t0
  // Those of functions with fused multiply-adds: `shift` that leaves a biased exponent, or two of them; where 2^n is
  // zero if its biased exponent is; and where e^x − 1 is −1.
  case biasedShift, pairShift, log2, zeroPowerLog, minusOneLimit, minusOne
  // tanh(t / 2) / t for |t| ≤ ln 2 / 2, and tanh(t) / t − 1 for |t| ≤ ln 2 / 4; where the logistic function and the
  // hyperbolic tangent are one.
  case u2, u1, v2, v1, doubledInverseLog2, halfLog2, logisticLimit, tangentOne, minusTangentOne
  // erf(x / √2) ≈ x · e(x²) / d(x²) up to `gaussianLimit`, where that exceeds one.
  case gaussianLimit, minusGaussianLimit, e5, e4, e3, e2, e1, e0, d5, d4, d3, d2, d1
  // π in three parts, its reciprocal, sin(r) / r − 1 for |r| ≤ π / 2, and `shift` that leaves n + 1.
  case angleLimit, inversePi, piHigh, piMiddle, piLow, s3, s2, s1, s0, minusHalf, oddShift
  // √½ and what its fraction consists of; log(1 + f) = f − f²/2 + f³ · l(f) for √½ − 1 ≤ f < √2 − 1; the least normal
  // number, and the bits from there to infinity.
  case rootHalf, fraction, l8, l7, l6, l5, l4, l3, l2, l1, l0, leastNormal, normalBits
  // √(2/π) twice, the cubic term of the Gaussian error linear unit, and their product.
  case gaussianScale, gaussianCubic, gaussianCubicScale

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
    case .biasedShift: 12_583_039
    case .pairShift: 12_583_166
    case .log2: 0.693_147_2
    case .zeroPowerLog: -88
    case .minusOneLimit: -30
    case .minusOne: -1
    case .u2: 4.096_81e-3
    case .u1: -4.166_407e-2
    case .v2: 0.131_097_95
    case .v1: -0.333_312_57
    case .doubledInverseLog2: 2.885_390_1
    case .halfLog2: 0.346_573_6
    case .logisticLimit: 20
    case .tangentOne: 9.02
    case .minusTangentOne: -9.02
    case .gaussianLimit: 5.7
    case .minusGaussianLimit: -5.7
    case .e5: 4.441_329_4e-8
    case .e4: 1.264_172_3e-5
    case .e3: 3.428_139_6e-4
    case .e2: 9.385_108_9e-3
    case .e1: 6.831_264e-2
    case .e0: 0.797_884_5
    case .d5: 1.179_313_1e-6
    case .d4: 7.421_291e-5
    case .d3: 1.899_442_6e-3
    case .d2: 2.881_092e-2
    case .d1: 0.252_283_33
    case .angleLimit: 8192
    case .inversePi: 0.318_309_87
    case .piHigh: 3.141_592_7
    case .piMiddle: -8.742_278e-8
    case .piLow: -3.430_249e-15
    case .s3: 2.605_627_8e-6
    case .s2: -1.980_953_8e-4
    case .s1: 8.333_065e-3
    case .s0: -0.166_666_6
    case .minusHalf: -0.5
    case .oddShift: 12_582_913
    case .rootHalf: 0.707_106_77
    case .fraction: Float(bitPattern: 0x7F_FFFF)
    case .l8: 0.068_014_74
    case .l7: -0.116_097_17
    case .l6: 0.118_243_02
    case .l5: -0.124_130_02
    case .l4: 0.142_300_81
    case .l3: -0.166_679_11
    case .l2: 0.200_015_3
    case .l1: -0.250_000_03
    case .l0: 0.333_333_22
    case .leastNormal: .leastNormalMagnitude
    case .normalBits: Float(bitPattern: 0x7EFF_FFFF)
    case .gaussianScale: 1.595_769_1
    case .gaussianCubic: 0.044_715
    case .gaussianCubicScale: 0.071_354_814
    }
  }
}
