import MachineCode
import TensorKernels

/// Emits doubled products with ``FusedFactorLanes``, rounded down. Requires AVX-512.
struct FusedProductEmitter {
  /// The sums as floats.
  let float: X86VectorRegister
  /// ``FusedRequantization/Constants/sign``.
  let sign: X86VectorRegister

  /// Byte offsets of the factors' fields.
  static let high = (\FusedFactorLanes.high as PartialKeyPath).byteOffset
  static let low = (\FusedFactorLanes.low as PartialKeyPath).byteOffset
  static let offset = (\FusedFactorLanes.offset as PartialKeyPath).byteOffset

  /// Multiplies a register of sums by factors; `operand` gives the factor field at an offset.
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

/// Emits the end of tiles of sums, 32 results at a time: one row of two vectors, two rows of one, or four rows of half
/// a vector.
struct FusedTileEmitter {
  private typealias Channels = ByteRowCode.FusedChannels
  private typealias Constants = FusedRequantization.Constants

  private let layout: ByteMatrixLayout
  private let group: Int16Layout.Group
  private let panel: X86GeneralRegister, constants: X86GeneralRegister

  /// For a group's panels in the code of a ``MachineByteMatrixMultiply``.
  init(
    _ layout: ByteMatrixLayout, _ group: Int16Layout.Group, panel: X86GeneralRegister, constants: X86GeneralRegister
  ) {
    (self.layout, self.group, self.panel, self.constants) = (layout, group, panel, constants)
  }

  /// The bias of a vector, with which its sums start.
  func bias(_ vector: Int) -> X86Memory { channels(vector, \Channels.bias) }

  @inline(__always)
  private func channels(_ vector: Int, _ field: PartialKeyPath<Channels>) -> X86Memory {
    X86Memory(panel, layout.channelsOffset(vector * 16, group) + field.byteOffset)
  }

  private func factors(_ vector: Int, _ place: Int) -> X86Memory {
    channels(vector, \Channels.factors).advanced(by: place)
  }

  /// Stores a tile's bytes, the first row at `target`.
  ///
  /// - Parameter free: at least six registers, of which the code takes up to nine.
  func emit(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ free: [X86VectorRegister], _ output: ByteRange,
    to target: X86GeneralRegister
  ) {
    @inline(__always)
    func memory(_ field: PartialKeyPath<Constants>) -> X86Memory {
      X86Memory(constants, \MachineByteMatrixMultiply.Constants.fused).advanced(by: field.byteOffset)
    }
    let width = code.vectorWidth
    code.vectorWidth = .bits512
    let (float, zeroPoint) = (free[0], free[2])
    let product = FusedProductEmitter(float: float, sign: free[1])
    code.vmovups(product.sign, memory(\.sign))
    code.vmovups(zeroPoint, memory(\.zeroPoint))
    // As many factors as fit in registers.
    let places = [FusedProductEmitter.high, FusedProductEmitter.low, FusedProductEmitter.offset]
    let fields = places.flatMap { place in (0..<group.vectors).map { (vector: $0, place) } }
    let loaded = Array(zip(fields, free.dropFirst(3)))
    for (factor, register) in loaded { code.vmovups(register, factors(factor.vector, factor.1)) }
    var values = sums.flatMap { $0 }
    if width != .bits512 {
      // Two rows in one register.
      for row in stride(from: 1, to: values.count, by: 2) {
        code.vinserti32x8(upper: values[row - 1], values[row - 1], values[row])
      }
      values = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    }
    let rowsPerPair = 32 / group.columnCount
    for (index, row) in stride(from: 0, to: sums.count, by: rowsPerPair).enumerated() {
      let first = 2 * index
      let pair = values[first..<min(first + 2, values.count)]
      for (place, sum) in pair.enumerated() {
        let vector = place % group.vectors
        product.emit(&code, sum, high: loaded[vector].1) { place in
          let register = loaded.first { $0.0 == (vector, place) }?.1
          return register.map { .register($0) } ?? .memory(factors(vector, place))
        }
      }
      let words = values[first]
      code.vpackssdw(words, words, pair[pair.endIndex - 1])
      code.vpaddsw(words, words, zeroPoint)
      code.vpsraw(words, words, 1)
      // Unsigned saturation would take negative 16-bit values for large ones.
      if output.hasLimits || !output.isSigned { code.vpmaxsw(words, words, memory(\.lower)) }
      if output.hasLimits { code.vpminsw(words, words, memory(\.upper)) }
      if output.isSigned { code.vpmovswb(low: float, words) } else { code.vpmovuswb(low: float, words) }
      emitStores(&code, float, rows: row..<min(row + rowsPerPair, sums.count), to: target)
    }
    code.vectorWidth = width
  }

  /// Stores the 32 bytes of some rows, undoing the alternation of registers every four bytes unless one row has both.
  private func emitStores(
    _ code: inout X86Assembler, _ bytes: X86VectorRegister, rows: Range<Int>, to target: X86GeneralRegister
  ) {
    let stride = layout.problem.outputStride
    func memory(_ row: Int) -> X86Memory { X86Memory(target, (rows.lowerBound + row) * stride) }
    code.vectorWidth = .bits256
    if group.columnCount < 32 {
      code.vpshufd(bytes, bytes, 0b11_01_10_00)
      code.vpermq(bytes, bytes, 0b11_01_10_00)
    }
    if group.columnCount == 32 || stride == group.columnCount && rows.count * stride == 32 {
      code.vmovups(memory(0), bytes)
    } else if group.columnCount == 16 {
      code.vmovups(memory(0), low: bytes)
      if rows.count > 1 { code.vextractf128(memory(1), bytes, 1) }
    } else {
      for row in 0..<rows.count {
        if row > 0 { code.vpermq(bytes, bytes, 0b00_11_10_01) }
        code.vmovq(memory(row), low: bytes)
      }
    }
    code.vectorWidth = .bits512
  }
}
