/// Float instructions (AVX, AVX2, FMA) in VEX encoding, or in EVEX encoding for AVX-512 widths.
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
    /// Whether to use whole registers, not only their low halves.
    var isWide = true
    /// The W bit, for forms with 64-bit lanes.
    var isQuadword = false
    /// Whether W is set in EVEX encoding only.
    var isQuadwordIfWide = false
    /// The memory operand's bytes, if not a register's.
    var elementByteCount: Int?
    /// EVEX only: whether to broadcast the memory operand.
    var isBroadcast = false
    /// EVEX only, for registers: whether to round down.
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

  /// Loads floats from any address.
  package mutating func vmovups(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x10), target, nil, source)
  }

  /// Stores floats at any address.
  package mutating func vmovups(_ target: X86Memory, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x11), source, nil, target)
  }

  /// Loads lanes with a negative mask; others become zero and are not read.
  package mutating func vmaskmovps(_ target: X86VectorRegister, mask: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x2C), target, mask, source)
  }

  /// Stores lanes with a negative mask; others are not written.
  package mutating func vmaskmovps(_ target: X86Memory, mask: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x2E), source, mask, target)
  }

  /// Broadcasts a float.
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

  package mutating func vaddps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x58), target, left, right.operand)
  }

  package mutating func vsubps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5C), target, left, right.operand)
  }

  package mutating func vdivps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5E), target, left, right.operand)
  }

  package mutating func vmulps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x59), target, left, right.operand)
  }

  /// The maximum; `right` if either is NaN.
  package mutating func vmaxps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5F), target, left, right.operand)
  }

  /// The minimum; `right` if either is NaN.
  package mutating func vminps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5D), target, left, right.operand)
  }

  /// Bitwise exclusive or; of a register with itself: zero.
  package mutating func vxorps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x57), target, left, right)
  }

  /// Bitwise exclusive or.
  package mutating func vxorps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .none, byte: 0x57), target, left, right)
  }

  /// Bitwise and.
  package mutating func vandps(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .none, byte: 0x54), target, left, right.operand)
  }

  package mutating func vsqrtps(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x51), target, nil, source)
  }

  /// Rounds to integers: 0 to nearest with ties to even, 1 down, 2 up.
  package mutating func vroundps(_ target: X86VectorRegister, _ source: X86VectorRegister, _ mode: UInt8) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x08), target, nil, source)
    emit(mode)
  }

  /// Ones where `left < right`, zeros otherwise and for NaN.
  package mutating func vcmpltps(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0xC2), target, left, right)
    emit(1)
  }

  /// Sets "equal" if no lane is negative in both registers.
  package mutating func vtestps(_ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x0E), left, nil, right)
  }

  /// `right` where `mask` is negative, otherwise `left`.
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
