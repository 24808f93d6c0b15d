import MachineCode

/// Emits products with factors (``FactorLanesInFloats``) that are rounded twice, the second time by the conversion of
/// floats to integers.
///
///     high = ⌊(sum · 2 · multiplier + 2^31) / 2^32⌋ = ⌊(sum · (2 · multiplier − 2^32) + 2^31) / 2^32⌋ + sum
///     result = round(high · 2^-right)     ties away from zero
///
/// Twice a multiplier has 32 bits, one more than a factor of the instruction may have; less 2^32 it is negative. The
/// high halves of products then need no shifts. Requires AVX-512.
struct FloatProductEmitter {
  /// The products of even and of odd lanes.
  let even: X86VectorRegister, odd: X86VectorRegister
  /// Constants of ``FloatRequantization/Constants``.
  let nudge: X86VectorRegister, highHalves: X86VectorRegister

  /// Multiplies a register by factors.
  func emit(
    _ code: inout X86Assembler, _ value: X86VectorRegister,
    _ field: (PartialKeyPath<FactorLanesInFloats>) -> X86VectorOperand
  ) {
    code.vpsrlq(odd, value, 32)
    code.vpmuldq(even, value, field(\.multiplier))
    code.vpmuldq(odd, odd, field(\.oddMultiplier))
    code.vpaddq(even, even, nudge)
    code.vpaddq(odd, odd, nudge)
    code.vpermt2d(even, lanes: highHalves, odd)
    code.vpaddd(even, even, value)
    code.vcvtdq2ps(even, even)
    code.vmulps(even, even, field(\.scale))
    code.vcvtps2dq(value, even)
  }
}

/// Emits the end of tiles of sums, two vectors a row: products, and the zero point in 16-bit integers.
///
///     byte = limits(zeroPoint + product)
struct FloatRequantization {
  /// The constants of the code.
  struct Constants {
    /// Half of the divisor.
    let nudge = SIMD8<Int64>(repeating: 1 << 31)
    /// The lanes of the high halves of even products, then of odd ones.
    let highHalves: SIMD16<UInt32>
    /// Of packed results.
    let zeroPoint: SIMD32<Int16>, lower: SIMD32<Int16>, upper: SIMD32<Int16>

    init(_ output: ByteRange) {
      var lanes = SIMD16<UInt32>()
      for lane in 0..<16 { lanes[lane] = UInt32(lane % 2 == 0 ? lane + 1 : lane + 16) }
      highHalves = lanes
      zeroPoint = SIMD32(repeating: Int16(output.zeroPoint))
      (lower, upper) = (SIMD32(repeating: Int16(output.lower)), SIMD32(repeating: Int16(output.upper)))
    }
  }

  private typealias Channels = ByteRowCode.ChannelsInFloats

  private let layout: ByteMatrixLayout
  private let group: Int16Layout.Group
  private let panel: X86GeneralRegister, constants: X86GeneralRegister

  /// For the panels of a group, in code whose constants are those of a ``MachineByteMatrixMultiply``.
  init(
    _ layout: ByteMatrixLayout, _ group: Int16Layout.Group, panel: X86GeneralRegister, constants: X86GeneralRegister
  ) {
    (self.layout, self.group, self.panel, self.constants) = (layout, group, panel, constants)
  }

  /// The bias of a vector, which its sums begin with.
  func bias(_ vector: Int) -> X86Memory { channels(vector, \Channels.bias) }

  private func channels(_ vector: Int, _ field: PartialKeyPath<Channels>) -> X86Memory {
    X86Memory(panel, layout.channelsOffset(vector * 16, group) + field.byteOffset)
  }

  private func factors(_ vector: Int, _ field: PartialKeyPath<FactorLanesInFloats>) -> X86Memory {
    channels(vector, \Channels.factors).advanced(by: field.byteOffset)
  }

  /// Stores the bytes of a tile.
  ///
  /// - Parameters:
  ///   - free: at least five registers.
  ///   - target: where a row's are.
  func emit(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ free: [X86VectorRegister],
    to target: (_ row: Int) -> X86Memory
  ) {
    func memory(_ field: PartialKeyPath<Constants>) -> X86Memory {
      X86Memory(constants, \MachineByteMatrixMultiply.Constants.floats).advanced(by: field.byteOffset)
    }
    let (even, zeroPoint) = (free[0], free[4])
    let product = FloatProductEmitter(even: even, odd: free[1], nudge: free[2], highHalves: free[3])
    code.vmovups(product.nudge, memory(\.nudge))
    code.vmovups(product.highHalves, memory(\.highHalves))
    code.vmovups(zeroPoint, memory(\.zeroPoint))
    let output = layout.problem.output
    for (row, sums) in sums.enumerated() {
      for (vector, sum) in sums.enumerated() {
        product.emit(&code, sum) { .memory(factors(vector, $0)) }
      }
      let words = sums[0]
      code.vpackssdw(words, sums[0], sums[1])
      code.vpaddsw(words, words, zeroPoint)
      // Conversion to bytes without a sign takes negative integers for large ones.
      if output.hasLimits || !output.isSigned { code.vpmaxsw(words, words, memory(\.lower)) }
      if output.hasLimits { code.vpminsw(words, words, memory(\.upper)) }
      if output.isSigned { code.vpmovswb(low: even, words) } else { code.vpmovuswb(low: even, words) }
      code.vectorWidth = .bits256
      code.vmovups(target(row), even)
      code.vectorWidth = .bits512
    }
  }
}
