/// Constants of the functions of ``RowCode`` that take more than one instruction, in the order of its tables.
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

  /// The offset of eight lanes of the constant in the constants of a routine.
  var byteOffset: Int { MemoryLayout<RowCode.Constants>.stride + rawValue * MemoryLayout<Lanes>.stride }
}
