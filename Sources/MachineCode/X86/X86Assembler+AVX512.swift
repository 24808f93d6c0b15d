/// Instructions on 32 registers of 512 bits (AVX-512 F, VL and DQ), in EVEX encoding. All require that ``vectorWidth``.
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, section 2.7.
extension X86Assembler {
  /// `right` where `mask` is set, otherwise `target`: bit `4a + 2b + c` of the constant is the result for bits a, b and
  /// c of the operands.
  package mutating func vpternlogd(
    select target: X86VectorRegister, _ right: X86VectorRegister, mask: some X86VectorSource
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x25), target, right, mask.operand)
    emit(0b1101_1000)
  }

  /// `target` and `mask`, or `right`, bitwise.
  package mutating func vpternlogd(
    and target: X86VectorRegister, _ mask: X86VectorRegister, or right: some X86VectorSource
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x25), target, mask, right.operand)
    emit(0b1110_1010)
  }

  /// `target += left * right`, rounded down once.
  package mutating func vfmadd231ps(
    down target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    wideForm(Opcode(map: .extended, prefix: .operandSize, byte: 0xB8, roundsDown: true), target, left, right)
  }

  /// Rounds floats down to 32-bit integers; the minimum integer if out of range.
  package mutating func vcvtps2dq(down target: X86VectorRegister, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .base, prefix: .operandSize, byte: 0x5B, roundsDown: true), target, nil, source)
  }

  /// Stores 32-bit integers as saturated signed bytes.
  package mutating func vpmovsdb(_ target: X86Memory, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .repeated, byte: 0x21, elementByteCount: 16), source, nil, target)
  }

  /// Stores unsigned 32-bit integers as saturated unsigned bytes.
  package mutating func vpmovusdb(_ target: X86Memory, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .repeated, byte: 0x11, elementByteCount: 16), source, nil, target)
  }

  /// Stores 32-bit integers as saturated 16-bit ones.
  package mutating func vpmovsdw(_ target: X86Memory, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .repeated, byte: 0x23, elementByteCount: 32), source, nil, target)
  }

  /// 16-bit integers as saturated signed bytes, in the low half.
  package mutating func vpmovswb(low target: X86VectorRegister, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .repeated, byte: 0x20), source, nil, target)
  }

  /// Unsigned 16-bit integers as saturated unsigned bytes, in the low half.
  package mutating func vpmovuswb(low target: X86VectorRegister, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .repeated, byte: 0x10), source, nil, target)
  }

  /// Moves a half of 256 bits to a register: 0 the low one, 1 the upper one.
  package mutating func vextracti32x8(low target: X86VectorRegister, _ source: X86VectorRegister, _ half: UInt8) {
    wideForm(Opcode(map: .immediate, prefix: .operandSize, byte: 0x3B), source, nil, target)
    emit(half)
  }

  /// Stores a half of 256 bits: 0 the low one, 1 the upper one.
  package mutating func vextracti32x8(_ target: X86Memory, _ source: X86VectorRegister, _ half: UInt8) {
    wideForm(
      Opcode(map: .immediate, prefix: .operandSize, byte: 0x3B, elementByteCount: 32), source, nil, target)
    emit(half)
  }

  /// `left` with its upper half replaced by 256 bits of memory, or by the low half of a register.
  package mutating func vinserti32x8(
    upper target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(
      Opcode(map: .immediate, prefix: .operandSize, byte: 0x3A, elementByteCount: 32), target, left, right.operand)
    emit(1)
  }

  /// Loads 256 bits into both halves.
  package mutating func vbroadcastf32x8(_ target: X86VectorRegister, _ source: X86Memory) {
    wideForm(Opcode(map: .extended, prefix: .operandSize, byte: 0x1B, elementByteCount: 32), target, nil, source)
  }

  /// The 64-bit lanes of `source`, selected by `order`.
  package mutating func vpermq(_ target: X86VectorRegister, order: X86VectorRegister, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .operandSize, byte: 0x36, isQuadword: true), target, order, source)
  }

  /// The 32-bit lanes of `source`, selected by `order`.
  package mutating func vpermd(_ target: X86VectorRegister, order: X86VectorRegister, _ source: X86VectorRegister) {
    wideForm(Opcode(map: .extended, prefix: .operandSize, byte: 0x36), target, order, source)
  }

  /// Looks up bytes in a table of 128, with halves `low` and `high`, by the low seven bits of `target`'s (VBMI).
  package mutating func vpermi2b(
    _ target: X86VectorRegister, _ low: X86VectorRegister, _ high: X86VectorRegister
  ) {
    wideForm(Opcode(map: .extended, prefix: .operandSize, byte: 0x75), target, low, high)
  }

  private mutating func evex(
    _ opcode: Opcode, reg: X86VectorRegister, operand: X86VectorRegister?, x: Bool, base: Bool
  ) {
    let operandNumber = operand?.number ?? 0
    emit(0x62)
    let prefix: UInt8 = (reg.isExtended ? 0 : 0x80) | (x ? 0 : 0x40) | (base ? 0 : 0x20) | (reg.isHigh ? 0 : 0x10)
    emit(prefix | opcode.map.rawValue)
    let quadword: UInt8 = opcode.isQuadword || opcode.isQuadwordIfWide ? 0x80 : 0
    emit(quadword | (~operandNumber & 15) << 3 | 4 | opcode.prefix.rawValue)
    // The width, or the rounding for 512 bits; no mask.
    let width: UInt8 = vectorWidth == .bits512 && !opcode.roundsDown ? 0x40 : 0x20
    let broadcast: UInt8 = opcode.isBroadcast || opcode.roundsDown ? 0x10 : 0
    emit(width | broadcast | (operandNumber & 16 != 0 ? 0 : 8))
    emit(opcode.byte)
  }

  mutating func wideForm(_ opcode: Opcode, _ reg: X86VectorRegister, _ operand: X86VectorRegister?, _ memory: X86Memory)
  {
    evex(opcode, reg: reg, operand: operand, x: memory.index?.isExtended ?? false, base: memory.base.isExtended)
    // Short displacements count in units of the memory operand.
    emitOperand(reg.number, memory, displacementUnit: opcode.elementByteCount ?? vectorWidth.byteCount)
  }

  mutating func wideForm(
    _ opcode: Opcode, _ reg: X86VectorRegister, _ operand: X86VectorRegister?, _ register: X86VectorRegister
  ) {
    evex(opcode, reg: reg, operand: operand, x: register.isHigh, base: register.isExtended)
    emitOperand(reg.number, register: register.number)
  }
}
