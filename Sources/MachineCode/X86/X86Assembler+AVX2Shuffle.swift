/// Instructions that move halves, lanes and bytes (AVX, AVX2), in VEX encoding.
extension X86Assembler {
  // MARK: Halves

  /// Loads 64 bits; the rest becomes zero.
  package mutating func vmovq(low target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .repeated, byte: 0x7E, isWide: false), target, nil, source)
  }

  /// The low 64 bits of `left`, and 64 bits of memory above them; the upper half becomes zero.
  package mutating func vmovhps(low target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x16, isWide: false), target, left, right)
  }

  /// Stores the low half at any address.
  package mutating func vmovups(_ target: X86Memory, low source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x11, isWide: false), source, nil, target)
  }

  /// Stores a half at any address: 0 the low one, 1 the upper one.
  package mutating func vextractf128(_ target: X86Memory, _ source: X86VectorRegister, _ half: UInt8) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x19), source, nil, target)
    emit(half)
  }

  /// `left` with one half (0 the low one) replaced by the low half of `right`.
  package mutating func vinserti128(
    _ target: X86VectorRegister, _ left: X86VectorRegister, low right: X86VectorRegister, _ half: UInt8
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x38), target, left, right)
    emit(half)
  }

  /// `left` with one half (0 the low one) replaced by 128 bits of memory.
  package mutating func vinsertf128(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory, _ half: UInt8
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x18), target, left, right)
    emit(half)
  }

  /// Loads the low half from any address; the upper one becomes zero.
  package mutating func vmovups(low target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x10, isWide: false), target, nil, source)
  }

  /// Stores the lowest 32-bit lane.
  package mutating func vmovss(_ target: X86Memory, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .repeated, byte: 0x11, isWide: false), source, nil, target)
  }

  /// Loads 128 bits into both halves.
  package mutating func vbroadcastf128(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x1A), target, nil, source)
  }

  /// Two halves, each selected by four bits of `order`: 0 and 1 those of `left`, 2 and 3 those of `right`.
  package mutating func vperm2f128(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, _ order: UInt8
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x06), target, left, right)
    emit(order)
  }

  /// Four 64-bit lanes; two bits of `order` select each.
  package mutating func vpermq(_ target: X86VectorRegister, _ source: X86VectorRegister, _ order: UInt8) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x00, isQuadword: true), target, nil, source)
    emit(order)
  }

  // MARK: Within halves

  /// In each 128-bit lane, interleaves the lower two 32-bit lanes of `left` and `right`.
  package mutating func vunpcklps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x14), target, left, right)
  }

  /// In each 128-bit lane, interleaves the upper two 32-bit lanes of `left` and `right`.
  package mutating func vunpckhps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x15), target, left, right)
  }

  /// In each 128-bit lane, two 32-bit lanes of `left`, then two of `right`; two bits of `order` select each.
  package mutating func vshufps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, _ order: UInt8
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0xC6), target, left, right)
    emit(order)
  }

  /// In each 128-bit lane, four 32-bit lanes; two bits of `order` select each.
  package mutating func vpshufd(_ target: X86VectorRegister, _ source: X86VectorRegister, _ order: UInt8) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x70), target, nil, source)
    emit(order)
  }

  /// In each 128-bit lane, the bytes of `left` selected by `right`; zero for negative selectors.
  package mutating func vpshufb(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x00), target, left, right)
  }

  /// In each 128-bit lane, the bytes of `left` selected by `right`; zero for negative selectors.
  package mutating func vpshufb(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x00), target, left, right)
  }

  /// 32-bit lanes of `right` whose bit in `choice` is set, otherwise of `left`.
  package mutating func vpblendd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, _ choice: UInt8
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x02), target, left, right)
    emit(choice)
  }
}
