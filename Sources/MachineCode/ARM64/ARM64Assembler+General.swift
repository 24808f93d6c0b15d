extension ARM64Assembler {
  /// A condition on the flags of the last comparison or subtraction, signed where it matters.
  package enum Condition: UInt32, Sendable, CaseIterable {
    case equal = 0
    case notEqual = 1
    case greaterOrEqual = 10
    case less = 11
    case greater = 12
    case lessOrEqual = 13
  }

  /// MOV (register), MOV (to/from SP): copies a register.
  package mutating func mov(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister) {
    if target == .sp || source == .sp {
      emit(0x9100_0000 | source.field << 5 | target.field)
    } else {
      emit(0xAA00_03E0 | source.field << 16 | target.field)
    }
  }

  /// MOVZ: a constant of 16 bits, shifted to the left.
  package mutating func movz(_ target: ARM64GeneralRegister, _ value: Int, shift: Int = 0) {
    emitWide(0xD280_0000, target, value, shift)
  }

  /// MOVN: the complement of a constant of 16 bits, shifted to the left.
  package mutating func movn(_ target: ARM64GeneralRegister, _ value: Int, shift: Int = 0) {
    emitWide(0x9280_0000, target, value, shift)
  }

  /// MOVK: replaces 16 bits.
  package mutating func movk(_ target: ARM64GeneralRegister, _ value: Int, shift: Int = 0) {
    emitWide(0xF280_0000, target, value, shift)
  }

  private mutating func emitWide(_ opcode: UInt32, _ target: ARM64GeneralRegister, _ value: Int, _ shift: Int) {
    precondition(target != .sp && shift % 16 == 0, "a shift is a multiple of 16, and sp takes no constants")
    emit(opcode | Self.unsigned(shift / 16, bits: 2) << 21 | Self.unsigned(value, bits: 16) << 5 | target.field)
  }

  /// MOVZ, MOVN, MOVK: any constant, in one to four instructions.
  package mutating func mov(_ target: ARM64GeneralRegister, _ value: Int) {
    let background = value < 0 ? 0xFFFF : 0
    let parts = (0..<4).map { (shift: 16 * $0, bits: value >> (16 * $0) & 0xFFFF) }.filter { $0.bits != background }
    guard let first = parts.first else { return value < 0 ? movn(target, 0) : movz(target, 0) }
    if value < 0 {
      movn(target, ~first.bits & 0xFFFF, shift: first.shift)
    } else {
      movz(target, first.bits, shift: first.shift)
    }
    for part in parts.dropFirst() { movk(target, part.bits, shift: part.shift) }
  }

  /// ADD (shifted register): the sum of two registers, the second shifted to the left.
  package mutating func add(
    _ target: ARM64GeneralRegister, _ left: ARM64GeneralRegister, _ right: ARM64GeneralRegister, shift: Int = 0
  ) {
    emitRegisters(0x8B00_0000, target, left, right, shift)
  }

  /// SUB (shifted register): the difference of two registers, the second shifted to the left.
  package mutating func sub(
    _ target: ARM64GeneralRegister, _ left: ARM64GeneralRegister, _ right: ARM64GeneralRegister, shift: Int = 0
  ) {
    emitRegisters(0xCB00_0000, target, left, right, shift)
  }

  /// CMP (shifted register): compares two registers.
  package mutating func cmp(_ left: ARM64GeneralRegister, _ right: ARM64GeneralRegister) {
    precondition(left != .sp && right != .sp, "sp is not compared")
    emit(0xEB00_001F | right.field << 16 | left.field << 5)
  }

  private mutating func emitRegisters(
    _ opcode: UInt32, _ target: ARM64GeneralRegister, _ left: ARM64GeneralRegister, _ right: ARM64GeneralRegister,
    _ shift: Int
  ) {
    precondition(target != .sp && left != .sp && right != .sp, "the instruction would name the zero register")
    emit(opcode | right.field << 16 | Self.unsigned(shift, bits: 6) << 10 | left.field << 5 | target.field)
  }

  /// ADD (immediate), SUB (immediate): a register plus any constant, through x17 if it has more than 24 bits.
  package mutating func add(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ value: Int) {
    let (magnitude, opcode) = value < 0 ? (0 - value, 0xD100_0000 as UInt32) : (value, 0x9100_0000)
    guard magnitude < 1 << 24 else {
      mov(.x17, value)
      return add(target, source, .x17)
    }
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: 1 << 12)
    if high > 0 { emit(opcode | 1 << 22 | UInt32(high) << 10 | source.field << 5 | target.field) }
    if low > 0 || high == 0 {
      let source = high > 0 ? target : source
      emit(opcode | UInt32(low) << 10 | source.field << 5 | target.field)
    }
  }

  /// SUB (immediate), ADD (immediate): a register minus any constant, through x17 if it has more than 24 bits.
  package mutating func sub(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ value: Int) {
    add(target, source, -value)
  }

  /// SUBS (immediate): subtracts a constant of 12 bits and sets the flags.
  package mutating func subs(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ value: Int) {
    precondition(target != .sp, "the instruction would name the zero register")
    emit(0xF100_0000 | Self.unsigned(value, bits: 12) << 10 | source.field << 5 | target.field)
  }

  /// CMP (immediate): compares with a constant of 12 bits.
  package mutating func cmp(_ left: ARM64GeneralRegister, _ value: Int) {
    emit(0xF100_001F | Self.unsigned(value, bits: 12) << 10 | left.field << 5)
  }

  /// MADD: `addend + left * right`.
  package mutating func madd(
    _ target: ARM64GeneralRegister, _ left: ARM64GeneralRegister, _ right: ARM64GeneralRegister,
    _ addend: ARM64GeneralRegister
  ) {
    precondition(addend != .sp, "the instruction would name the zero register")
    emitRegisters(0x9B00_0000 | addend.field << 10, target, left, right, 0)
  }

  /// LSL (immediate): shifts to the left by 1…63 bits.
  package mutating func lsl(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ count: Int) {
    emitBits(0xD340_0000, target, source, rotation: 64 - count, last: 63 - count)
  }

  /// UBFX: `count` bits from bit `first` on.
  package mutating func ubfx(
    _ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ first: Int, _ count: Int
  ) {
    emitBits(0xD340_0000, target, source, rotation: first, last: first + count - 1)
  }

  /// AND (immediate): clears the lowest 1…63 bits.
  package mutating func and(_ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, clearing count: Int) {
    emitBits(0x9240_0000, target, source, rotation: 64 - count, last: 63 - count)
  }

  private mutating func emitBits(
    _ opcode: UInt32, _ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, rotation: Int, last: Int
  ) {
    precondition(target != .sp && source != .sp, "the instruction would name the zero register")
    emit(
      opcode | Self.unsigned(rotation, bits: 6) << 16 | Self.unsigned(last, bits: 6) << 10 | source.field << 5
        | target.field)
  }

  /// LSLV: shifts to the left by the count in a register.
  package mutating func lsl(
    _ target: ARM64GeneralRegister, _ source: ARM64GeneralRegister, _ count: ARM64GeneralRegister
  ) {
    emitRegisters(0x9AC0_2000, target, source, count, 0)
  }

  // MARK: Branches

  /// B: branches.
  package mutating func b(_ label: Label) { emitBranch(0x1400_0000, to: label, .bits26) }

  /// B.cond: branches if a condition holds.
  package mutating func b(_ condition: Condition, _ label: Label) {
    emitBranch(0x5400_0000 | condition.rawValue, to: label, .bits19)
  }

  /// CBNZ: branches if a register is not zero.
  package mutating func cbnz(_ register: ARM64GeneralRegister, _ label: Label) {
    precondition(register != .sp, "the instruction would name the zero register")
    emitBranch(0xB500_0000 | register.field, to: label, .bits19)
  }

  /// BLR: calls the function at the address in a register. Overwrites x30.
  package mutating func blr(_ target: ARM64GeneralRegister) { emit(0xD63F_0000 | target.field << 5) }

  /// RET: returns to the caller, at the address in x30.
  package mutating func ret() { emit(0xD65F_03C0) }

  // MARK: Hints and system registers

  /// YIELD: hints that this is a spin-wait loop.
  package mutating func yield() { emit(0xD503_203F) }

  /// ISB: refetches the instructions after it.
  package mutating func isb() { emit(0xD503_3FDF) }
}
