import MachineCode

/// Emits products with factors (``FusedFactorLanes``), twice as large and rounded down. Requires AVX-512.
struct FusedProductEmitter {
  /// The sums as floats.
  let float: X86VectorRegister
  /// ``FusedRequantization/Constants/sign``.
  let sign: X86VectorRegister

  /// Bytes from factors to what their sums are multiplied by and added to.
  static let high = (\FusedFactorLanes.high as PartialKeyPath).byteOffset
  static let low = (\FusedFactorLanes.low as PartialKeyPath).byteOffset
  static let offset = (\FusedFactorLanes.offset as PartialKeyPath).byteOffset

  /// Multiplies a register of sums by factors, of which `operand` has each, by its place.
  func emit(
    _ code: inout X86Assembler, _ value: X86VectorRegister, high: X86VectorRegister,
    _ operand: (_ place: Int) -> X86VectorOperand
  ) {
    code.vcvtdq2ps(float, value)
    code.vpternlogd(and: value, sign, or: operand(Self.offset))
    code.vfmadd231ps(value, float, operand(Self.low))
    code.vfmadd231ps(down: value, float, high)
    code.vcvtps2dq(down: value, value)
  }
}

/// Emits the end of tiles of sums, two vectors a row.
struct FusedTileEmitter {
  private typealias Channels = ByteRowCode.FusedChannels
  private typealias Constants = FusedRequantization.Constants

  private let output: ByteRange
  private let layout: ByteMatrixLayout
  private let group: Int16Layout.Group
  private let panel: X86GeneralRegister, constants: X86GeneralRegister

  /// For the panels of a group, in code whose constants are those of a ``MachineByteMatrixMultiply``.
  init(
    _ output: ByteRange, _ layout: ByteMatrixLayout, _ group: Int16Layout.Group, panel: X86GeneralRegister,
    constants: X86GeneralRegister
  ) {
    (self.output, self.layout, self.group, self.panel, self.constants) = (output, layout, group, panel, constants)
  }

  /// The bias of a vector, which its sums begin with.
  func bias(_ vector: Int) -> X86Memory { channels(vector, \Channels.bias) }

  @inline(__always)
  private func channels(_ vector: Int, _ field: PartialKeyPath<Channels>) -> X86Memory {
    X86Memory(panel, layout.channelsOffset(vector * 16, group) + field.byteOffset)
  }

  private func factors(_ vector: Int, _ place: Int) -> X86Memory {
    channels(vector, \Channels.factors).advanced(by: place)
  }

  /// Stores the bytes of a tile.
  ///
  /// - Parameters:
  ///   - free: at least five registers, of which the code takes up to nine.
  ///   - target: where a row's are.
  func emit(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ free: [X86VectorRegister],
    to target: (_ row: Int) -> X86Memory
  ) {
    @inline(__always)
    func memory(_ field: PartialKeyPath<Constants>) -> X86Memory {
      X86Memory(constants, \MachineByteMatrixMultiply.Constants.fused).advanced(by: field.byteOffset)
    }
    let (float, zeroPoint) = (free[0], free[2])
    let product = FusedProductEmitter(float: float, sign: free[1])
    code.vmovups(product.sign, memory(\.sign))
    code.vmovups(zeroPoint, memory(\.zeroPoint))
    // The factors of both vectors, as many of them as there are registers for.
    let places = [FusedProductEmitter.high, FusedProductEmitter.low, FusedProductEmitter.offset]
    let fields = places.flatMap { place in (0..<2).map { (vector: $0, place) } }
    let loaded = Array(zip(fields, free.dropFirst(3)))
    for (factor, register) in loaded { code.vmovups(register, factors(factor.vector, factor.1)) }
    for (row, sums) in sums.enumerated() {
      for (vector, sum) in sums.enumerated() {
        product.emit(&code, sum, high: loaded[vector].1) { place in
          let register = loaded.first { $0.0 == (vector, place) }?.1
          return register.map { .register($0) } ?? .memory(factors(vector, place))
        }
      }
      let words = sums[0]
      code.vpackssdw(words, sums[0], sums[1])
      code.vpaddsw(words, words, zeroPoint)
      code.vpsraw(words, words, 1)
      // Conversion to bytes without a sign takes negative integers for large ones.
      if output.hasLimits || !output.isSigned { code.vpmaxsw(words, words, memory(\.lower)) }
      if output.hasLimits { code.vpminsw(words, words, memory(\.upper)) }
      if output.isSigned { code.vpmovswb(low: float, words) } else { code.vpmovuswb(low: float, words) }
      code.vectorWidth = .bits256
      code.vmovups(target(row), float)
      code.vectorWidth = .bits512
    }
  }
}
