/// Instructions on sixteen floats (AVX-512 F and DQ), in EVEX encoding.
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, section 2.7.
extension Assembler {
  /// What the third byte of an EVEX prefix says beside registers.
  private struct Choice {
    /// Lanes to take part: 0 for all, 1 for those of mask register 1.
    var mask: UInt8 = 0
    /// Whether lanes that take no part become zero.
    var zeroes = false
    /// Whether a memory operand is one float for all lanes.
    var broadcasts = false
  }

  private mutating func evex(
    _ opcode: Opcode, reg: VectorRegister, operand: VectorRegister?, x: Bool, base: Bool, _ choice: Choice
  ) {
    let operandNumber = operand?.number ?? 0
    emit(0x62)
    emit(
      (reg.isExtended ? 0 : 0x80) | (x ? 0 : 0x40) | (base ? 0 : 0x20) | (reg.isHigh ? 0 : 0x10) | opcode.map.rawValue)
    emit((~operandNumber & 15) << 3 | 4 | opcode.prefix.rawValue)
    emit(
      (choice.zeroes ? 0x80 : 0) | 0x40 | (choice.broadcasts ? 0x10 : 0) | (operandNumber & 16 != 0 ? 0 : 8) | choice.mask)
    emit(opcode.byte)
  }

  private mutating func wideForm(
    _ opcode: Opcode, _ reg: VectorRegister, _ operand: VectorRegister?, _ memory: Memory, _ choice: Choice
  ) {
    evex(
      opcode, reg: reg, operand: operand, x: memory.index?.isExtended ?? false, base: memory.base.isExtended, choice)
    // Short displacements count in units of the memory operand.
    emitOperand(reg.number, memory, displacementUnit: choice.broadcasts ? 4 : opcode.elementByteCount ?? 64)
  }

  mutating func wideForm(_ opcode: Opcode, _ reg: VectorRegister, _ operand: VectorRegister?, _ memory: Memory) {
    wideForm(opcode, reg, operand, memory, Choice())
  }

  mutating func wideForm(
    _ opcode: Opcode, _ reg: VectorRegister, _ operand: VectorRegister?, _ register: VectorRegister
  ) {
    evex(opcode, reg: reg, operand: operand, x: register.isHigh, base: register.isExtended, Choice())
    emitOperand(reg.number, register: register.number)
  }

  /// Makes the lanes of mask register 1 those whose bits are set in a general-purpose register's lower 16.
  package mutating func kmovw(mask source: GeneralRegister) {
    for byte: UInt8 in source.isExtended ? [0xC4, 0xC1, 0x78] : [0xC5, 0xF8] { emit(byte) }
    emit(0x92)
    emitOperand(1, register: source.rawValue)
  }

  /// Loads the lanes of mask register 1; the others become zero and are not read.
  package mutating func vmovups(masked target: VectorRegister, _ source: Memory) {
    let opcode = Opcode(map: .base, prefix: .none, byte: 0x10)
    wideForm(opcode, target, nil, source, Choice(mask: 1, zeroes: true))
  }

  /// Stores the lanes of mask register 1; the others are not written.
  package mutating func vmovups(masked target: Memory, _ source: VectorRegister) {
    let opcode = Opcode(map: .base, prefix: .none, byte: 0x11)
    wideForm(opcode, source, nil, target, Choice(mask: 1))
  }

  /// `target += left * right`, where `right` is one float for all lanes; rounded once.
  package mutating func vfmadd231ps(_ target: VectorRegister, _ left: VectorRegister, broadcast right: Memory) {
    let opcode = Opcode(map: .extended, prefix: .operandSize, byte: 0xB8)
    wideForm(opcode, target, left, right, Choice(broadcasts: true))
  }
}
