/// Instructions on floats (AVX, AVX2, FMA), in VEX encoding; in EVEX encoding where the width is one of AVX-512.
extension X86Assembler {
  /// The table of an opcode: after 0F, after 0F 38, or after 0F 3A (where every instruction has an immediate byte).
  enum Map: UInt8 {
    case base = 1
    case extended = 2
    case immediate = 3
  }

  /// The mandatory prefix that selects an opcode's form.
  enum Prefix: UInt8 {
    case none = 0
    case operandSize = 1
    case repeated = 2
  }

  struct Opcode {
    let map: Map
    let prefix: Prefix
    let byte: UInt8
    /// Whether whole registers are used, or only their low halves.
    var isWide = true
    /// The W bit, which selects forms on 64-bit lanes.
    var isQuadword = false
    /// Whether it is set in EVEX encoding only.
    var isQuadwordIfWide = false
    /// The size of the memory operand in bytes, if it is not that of a register.
    var elementByteCount: Int?
    /// Whether the memory operand is an element for all lanes, in EVEX encoding.
    var isBroadcast = false
    /// Whether results are rounded down, in EVEX encoding and of registers only.
    var roundsDown = false
  }

  /// A VEX prefix, of two bytes where that suffices.
  private mutating func vex(
    _ opcode: Opcode, reg: X86VectorRegister, operand: X86VectorRegister?, index: Bool, base: Bool
  ) {
    precondition(!reg.isHigh && !(operand?.isHigh ?? false), "VEX prefixes name registers 0 to 15")
    let inverted = ~(operand?.number ?? 0) & 15
    let tail = (opcode.isQuadword ? 0x80 : 0) | inverted << 3 | (opcode.isWide ? 4 : 0) | opcode.prefix.rawValue
    if opcode.map == .base, !index, !base, !opcode.isQuadword {
      emit(0xC5)
      emit((reg.isExtended ? 0 : 0x80) | tail)
    } else {
      emit(0xC4)
      emit((reg.isExtended ? 0 : 0x80) | (index ? 0 : 0x40) | (base ? 0 : 0x20) | opcode.map.rawValue)
      emit(tail)
    }
    emit(opcode.byte)
  }

  mutating func form(
    _ opcode: Opcode, _ reg: X86VectorRegister, _ operand: X86VectorRegister?, _ memory: X86Memory
  ) {
    guard case .bits256 = vectorWidth else { return wideForm(opcode, reg, operand, memory) }
    vex(
      opcode, reg: reg, operand: operand, index: memory.index?.isExtended ?? false, base: memory.base.isExtended)
    emitOperand(reg.number, memory)
  }

  mutating func form(
    _ opcode: Opcode, _ reg: X86VectorRegister, _ operand: X86VectorRegister?, _ register: X86VectorRegister
  ) {
    guard case .bits256 = vectorWidth else { return wideForm(opcode, reg, operand, register) }
    precondition(!register.isHigh, "VEX prefixes name registers 0 to 15")
    vex(opcode, reg: reg, operand: operand, index: false, base: register.isExtended)
    emitOperand(reg.number, register: register.number)
  }

  mutating func form(
    _ opcode: Opcode, _ reg: X86VectorRegister, _ operand: X86VectorRegister?, _ last: X86VectorOperand
  ) {
    switch last {
    case .register(let register): form(opcode, reg, operand, register)
    case .memory(let memory): form(opcode, reg, operand, memory)
    }
  }

  /// Loads a register of floats from any address.
  package mutating func vmovups(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x10), target, nil, source)
  }

  /// Stores a register of floats at any address.
  package mutating func vmovups(_ target: X86Memory, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x11), source, nil, target)
  }

  /// Loads the lanes whose mask is negative; the others become zero and are not read.
  package mutating func vmaskmovps(_ target: X86VectorRegister, mask: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x2C), target, mask, source)
  }

  /// Stores the lanes whose mask is negative; the others are not written.
  package mutating func vmaskmovps(_ target: X86Memory, mask: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x2E), source, mask, target)
  }

  /// Loads one float into all lanes.
  package mutating func vbroadcastss(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x18, elementByteCount: 4), target, nil, source)
  }

  /// `target += left * right`, rounded once.
  package mutating func vfmadd231ps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0xB8), target, left, right.operand)
  }

  /// `target = target * left + right`, rounded once.
  package mutating func vfmadd213ps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0xA8), target, left, right.operand)
  }

  /// `target -= left * right`, rounded once.
  package mutating func vfnmadd231ps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0xBC), target, left, right.operand)
  }

  /// A sum.
  package mutating func vaddps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x58), target, left, right.operand)
  }

  /// A difference.
  package mutating func vsubps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5C), target, left, right.operand)
  }

  /// A quotient.
  package mutating func vdivps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5E), target, left, right.operand)
  }

  /// A product.
  package mutating func vmulps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x59), target, left, right.operand)
  }

  /// The larger value; `right` where one is NaN.
  package mutating func vmaxps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5F), target, left, right.operand)
  }

  /// The smaller value; `right` where one is NaN.
  package mutating func vminps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5D), target, left, right.operand)
  }

  /// Exclusive or of the bits; of a register with itself: zero.
  package mutating func vxorps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x57), target, left, right)
  }

  /// Exclusive or of the bits.
  package mutating func vxorps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x57), target, left, right)
  }

  /// Bitwise and.
  package mutating func vandps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x54), target, left, right.operand)
  }

  /// Square roots.
  package mutating func vsqrtps(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x51), target, nil, source)
  }

  /// Values rounded to integers: 0 to nearest with ties to even, 1 down, 2 up.
  package mutating func vroundps(_ target: X86VectorRegister, _ source: X86VectorRegister, _ mode: UInt8) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x08), target, nil, source)
    emit(mode)
  }

  /// All ones in the lanes where `left < right`, zeros in the others and where one is NaN.
  package mutating func vcmpltps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0xC2), target, left, right)
    emit(1)
  }

  /// Compares the signs of all lanes with those of a mask: the result is "equal" if no lane is negative in both.
  package mutating func vtestps(_ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x0E), left, nil, right)
  }

  /// The lanes of `right` where `mask` is negative, the others of `left`.
  package mutating func vblendvps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, mask: X86VectorRegister
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x4A), target, left, right)
    emit(mask.number << 4)
  }

  /// Clears the upper halves of all vector registers, as callers compiled for SSE expect.
  package mutating func vzeroupper() {
    emit(0xC5)
    emit(0xF8)
    emit(0x77)
  }
}
