/// Instructions on 64-bit general-purpose registers, and control flow.
extension X86Assembler {
  /// A jump's condition after a signed comparison.
  package enum Condition: UInt8, Sendable, CaseIterable {
    case equal = 4
    case notEqual = 5
    case less = 12
    case greaterOrEqual = 13
    case lessOrEqual = 14
    case greater = 15
  }

  private mutating func rex(reg: Bool, index: Bool = false, base: Bool) {
    emit(0x48 | (reg ? 4 : 0) | (index ? 2 : 0) | (base ? 1 : 0))
  }

  private mutating func memoryForm(_ opcode: UInt8, _ register: X86GeneralRegister, _ memory: X86Memory) {
    rex(reg: register.isExtended, index: memory.index?.isExtended ?? false, base: memory.base.isExtended)
    emit(opcode)
    emitOperand(register.rawValue, memory)
  }

  private mutating func registerForm(_ opcode: UInt8, _ source: X86GeneralRegister, _ target: X86GeneralRegister) {
    rex(reg: source.isExtended, base: target.isExtended)
    emit(opcode)
    emitOperand(source.rawValue, register: target.rawValue)
  }

  private mutating func immediateForm(_ extension: UInt8, _ register: X86GeneralRegister, _ value: Int) {
    let wide = Int32(value)
    rex(reg: false, base: register.isExtended)
    if let narrow = Int8(exactly: wide) {
      emit(0x83)
      emitOperand(`extension`, register: register.rawValue)
      emit(UInt8(bitPattern: narrow))
    } else if register == .rax {
      emit(`extension` << 3 | 5)
      emit32(wide)
    } else {
      emit(0x81)
      emitOperand(`extension`, register: register.rawValue)
      emit32(wide)
    }
  }

  /// Copies a register.
  package mutating func mov(_ target: X86GeneralRegister, _ source: X86GeneralRegister) {
    registerForm(0x89, source, target)
  }

  /// Loads a register.
  package mutating func mov(_ target: X86GeneralRegister, _ source: X86Memory) { memoryForm(0x8B, target, source) }

  /// Stores a register.
  package mutating func mov(_ target: X86Memory, _ source: X86GeneralRegister) { memoryForm(0x89, source, target) }

  /// Sets a register to a signed 32-bit constant.
  package mutating func mov(_ target: X86GeneralRegister, _ value: Int) {
    rex(reg: false, base: target.isExtended)
    emit(0xC7)
    emitOperand(0, register: target.rawValue)
    emit32(Int32(value))
  }

  /// Loads a signed 32-bit word.
  package mutating func movsxd(_ target: X86GeneralRegister, _ source: X86Memory) { memoryForm(0x63, target, source) }

  /// Loads an unsigned byte.
  package mutating func movzx(_ target: X86GeneralRegister, byte source: X86Memory) {
    rex(reg: target.isExtended, index: source.index?.isExtended ?? false, base: source.base.isExtended)
    emit(0x0F)
    emit(0xB6)
    emitOperand(target.rawValue, source)
  }

  /// Stores the low byte.
  package mutating func mov(byte target: X86Memory, _ source: X86GeneralRegister) {
    let isIndexExtended = target.index?.isExtended ?? false
    // Without a prefix, numbers 4 to 7 name the second bytes of other registers.
    if source.rawValue >= 4 || isIndexExtended || target.base.isExtended {
      emit(0x40 | (source.isExtended ? 4 : 0) | (isIndexExtended ? 2 : 0) | (target.base.isExtended ? 1 : 0))
    }
    emit(0x88)
    emitOperand(source.rawValue, target)
  }

  /// Loads an address.
  package mutating func lea(_ target: X86GeneralRegister, _ source: X86Memory) { memoryForm(0x8D, target, source) }

  /// Adds a register.
  package mutating func add(_ target: X86GeneralRegister, _ source: X86GeneralRegister) {
    registerForm(0x01, source, target)
  }

  /// Adds a signed 32-bit constant.
  package mutating func add(_ target: X86GeneralRegister, _ value: Int) { immediateForm(0, target, value) }

  /// Adds a word of memory.
  package mutating func add(_ target: X86GeneralRegister, _ source: X86Memory) { memoryForm(0x03, target, source) }

  /// Bitwise and with a signed 32-bit constant.
  package mutating func and(_ target: X86GeneralRegister, _ value: Int) { immediateForm(4, target, value) }

  /// Subtracts a register.
  package mutating func sub(_ target: X86GeneralRegister, _ source: X86GeneralRegister) {
    registerForm(0x29, source, target)
  }

  /// Subtracts a signed 32-bit constant.
  package mutating func sub(_ target: X86GeneralRegister, _ value: Int) { immediateForm(5, target, value) }

  /// Compares with a signed 32-bit constant.
  package mutating func cmp(_ left: X86GeneralRegister, _ value: Int) { immediateForm(7, left, value) }

  /// Compares two registers.
  package mutating func cmp(_ left: X86GeneralRegister, _ right: X86GeneralRegister) { registerForm(0x39, right, left) }

  /// Sets the flags for the bitwise and of two registers.
  package mutating func test(_ left: X86GeneralRegister, _ right: X86GeneralRegister) {
    registerForm(0x85, right, left)
  }

  package mutating func push(_ register: X86GeneralRegister) {
    if register.isExtended { emit(0x41) }
    emit(0x50 | register.low)
  }

  package mutating func pop(_ register: X86GeneralRegister) {
    if register.isExtended { emit(0x41) }
    emit(0x58 | register.low)
  }

  /// Bytes of a ``jmp(_:)``.
  package static let jumpByteCount = 5

  package mutating func jmp(_ label: Label) {
    emit(0xE9)
    emitJump(to: label)
  }

  package mutating func jump(_ condition: Condition, _ label: Label) {
    emit(0x0F)
    emit(0x80 | condition.rawValue)
    emitJump(to: label)
  }

  /// Calls the function at the address in a register.
  package mutating func call(_ function: X86GeneralRegister) {
    if function.isExtended { emit(0x41) }
    emit(0xFF)
    emitOperand(2, register: function.rawValue)
  }

  package mutating func ret() { emit(0xC3) }

  /// Prefetches a cache line. Any address is allowed.
  package mutating func prefetcht0(_ source: X86Memory) {
    if source.base.isExtended || source.index?.isExtended ?? false {
      emit(0x40 | (source.index?.isExtended ?? false ? 2 : 0) | (source.base.isExtended ? 1 : 0))
    }
    emit(0x0F)
    emit(0x18)
    emitOperand(1, source)
  }

  /// Hints that this is a spin-wait loop.
  package mutating func pause() {
    emit(0xF3)
    emit(0x90)
  }

  /// Identifies the processor: leaf in `eax`, subleaf in `ecx`.
  package mutating func cpuid() {
    emit(0x0F)
    emit(0xA2)
  }

  /// Reads the extended control register `ecx` into `edx:eax`.
  package mutating func xgetbv() {
    emit(0x0F)
    emit(0x01)
    emit(0xD0)
  }
}
