extension ARM64Assembler {
  /// The kind of a loaded or stored register.
  private enum Form {
    case x, w, q, d, s

    /// The size, register kind and direction of LDR and STR.
    func opcode(isLoad: Bool) -> UInt32 {
      switch self {
      case .x: isLoad ? 0xF840_0000 : 0xF800_0000
      case .w: isLoad ? 0xB840_0000 : 0xB800_0000
      case .q: isLoad ? 0x3CC0_0000 : 0x3C80_0000
      case .d: isLoad ? 0xFC40_0000 : 0xFC00_0000
      case .s: isLoad ? 0xBC40_0000 : 0xBC00_0000
      }
    }

    /// The same for LDP and STP.
    func pairOpcode(isLoad: Bool) -> UInt32 {
      let store: UInt32 =
        switch self {
        case .x: 0xA800_0000
        case .w: 0x2800_0000
        case .q: 0xAC00_0000
        case .d: 0x6C00_0000
        case .s: 0x2C00_0000
        }
      return isLoad ? store | 1 << 22 : store
    }

    /// The binary logarithm of the operand size in bytes.
    var scale: Int {
      switch self {
      case .q: 4
      case .x, .d: 3
      case .w, .s: 2
      }
    }

    /// An offset in units of the operand size; nil if it is not a multiple.
    func units(_ offset: Int) -> Int? { offset & (1 << scale - 1) == 0 ? offset >> scale : nil }

    /// Whether an instruction can encode the offset.
    func holds(_ offset: Int) -> Bool {
      (0..<1 << 12).contains(units(offset) ?? -1) || (-256..<256).contains(offset)
    }
  }

  private mutating func access(_ form: Form, isLoad: Bool, _ register: UInt32, _ memory: ARM64Memory) {
    let word = form.opcode(isLoad: isLoad) | memory.base.field << 5 | register
    if let index = memory.index {
      precondition(memory.shift == 0 || memory.shift == form.scale, "an index is shifted by the operand's size")
      return emit(word | 0x0020_6800 | (memory.shift > 0 ? 1 << 12 : 0) | index.field << 16)
    }
    if let units = form.units(memory.offset), units >= 0, units < 1 << 12 {
      return emit(word | 1 << 24 | UInt32(units) << 10)
    }
    emit(word | Self.signed(memory.offset, bits: 9) << 12)
  }

  private mutating func access(
    _ form: Form, isLoad: Bool, _ register: UInt32, _ base: ARM64GeneralRegister, post: Int
  ) {
    emit(form.opcode(isLoad: isLoad) | 1 << 10 | Self.signed(post, bits: 9) << 12 | base.field << 5 | register)
  }

  private mutating func accessPair(
    _ form: Form, isLoad: Bool, _ first: UInt32, _ second: UInt32, _ base: ARM64GeneralRegister, _ offset: Int,
    isPost: Bool = false
  ) {
    guard let units = form.units(offset) else { preconditionFailure("a pair's offset is a multiple of its size") }
    let word = form.pairOpcode(isLoad: isLoad) | (isPost ? 1 << 23 : 1 << 24)
    emit(word | Self.signed(units, bits: 7) << 15 | second << 10 | base.field << 5 | first)
  }

  private mutating func access(_ form: Form, isLoad: Bool, pair: (UInt32, UInt32), _ memory: ARM64Memory) {
    precondition(memory.index == nil, "a pair has no index")
    accessPair(form, isLoad: isLoad, pair.0, pair.1, memory.base, memory.offset)
  }

  // MARK: General registers

  /// LDR (immediate), LDR (register), LDUR: loads a word of 64 bits.
  package mutating func ldr(_ target: ARM64GeneralRegister, _ source: ARM64Memory) {
    access(.x, isLoad: true, target.field, source)
  }

  /// STR (immediate), STR (register), STUR: stores a word of 64 bits.
  package mutating func str(_ source: ARM64GeneralRegister, _ target: ARM64Memory) {
    access(.x, isLoad: false, source.field, target)
  }

  /// LDR (immediate), post-index: loads a word of 64 bits and advances the address.
  package mutating func ldr(_ target: ARM64GeneralRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.x, isLoad: true, target.field, base, post: post)
  }

  /// STR (immediate), post-index: stores a word of 64 bits and advances the address.
  package mutating func str(_ source: ARM64GeneralRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.x, isLoad: false, source.field, base, post: post)
  }

  /// LDR (immediate), LDR (register), LDUR: loads 32 bits; the upper ones become zero.
  package mutating func ldr(w target: ARM64GeneralRegister, _ source: ARM64Memory) {
    access(.w, isLoad: true, target.field, source)
  }

  /// STR (immediate), STR (register), STUR: stores the lower 32 bits.
  package mutating func str(w source: ARM64GeneralRegister, _ target: ARM64Memory) {
    access(.w, isLoad: false, source.field, target)
  }

  /// LDP: loads two words of 64 bits.
  package mutating func ldp(_ first: ARM64GeneralRegister, _ second: ARM64GeneralRegister, _ source: ARM64Memory) {
    precondition(first != second, "the registers of a pair differ")
    access(.x, isLoad: true, pair: (first.field, second.field), source)
  }

  /// STP: stores two words of 64 bits.
  package mutating func stp(_ first: ARM64GeneralRegister, _ second: ARM64GeneralRegister, _ target: ARM64Memory) {
    access(.x, isLoad: false, pair: (first.field, second.field), target)
  }

  // MARK: Vector registers

  /// LDR (immediate, SIMD&FP), LDR (register, SIMD&FP), LDUR (SIMD&FP): loads 128 bits.
  package mutating func ldr(q target: ARM64VectorRegister, _ source: ARM64Memory) {
    access(.q, isLoad: true, target.field, source)
  }

  /// LDR (immediate, SIMD&FP), LDR (register, SIMD&FP), LDUR (SIMD&FP): loads 64 bits; the others become zero.
  package mutating func ldr(d target: ARM64VectorRegister, _ source: ARM64Memory) {
    access(.d, isLoad: true, target.field, source)
  }

  /// LDR (immediate, SIMD&FP), LDR (register, SIMD&FP), LDUR (SIMD&FP): loads 32 bits; the others become zero.
  package mutating func ldr(s target: ARM64VectorRegister, _ source: ARM64Memory) {
    access(.s, isLoad: true, target.field, source)
  }

  /// STR (immediate, SIMD&FP), STR (register, SIMD&FP), STUR (SIMD&FP): stores 128 bits.
  package mutating func str(q source: ARM64VectorRegister, _ target: ARM64Memory) {
    access(.q, isLoad: false, source.field, target)
  }

  /// STR (immediate, SIMD&FP), STR (register, SIMD&FP), STUR (SIMD&FP): stores the lower 64 bits.
  package mutating func str(d source: ARM64VectorRegister, _ target: ARM64Memory) {
    access(.d, isLoad: false, source.field, target)
  }

  /// STR (immediate, SIMD&FP), STR (register, SIMD&FP), STUR (SIMD&FP): stores the lower 32 bits.
  package mutating func str(s source: ARM64VectorRegister, _ target: ARM64Memory) {
    access(.s, isLoad: false, source.field, target)
  }

  /// LDR (immediate, SIMD&FP), post-index: loads 128 bits and advances the address.
  package mutating func ldr(q target: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.q, isLoad: true, target.field, base, post: post)
  }

  /// LDR (immediate, SIMD&FP), post-index: loads 32 bits and advances the address; the other bits become zero.
  package mutating func ldr(s target: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.s, isLoad: true, target.field, base, post: post)
  }

  /// STR (immediate, SIMD&FP), post-index: stores 128 bits and advances the address.
  package mutating func str(q source: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.q, isLoad: false, source.field, base, post: post)
  }

  /// STR (immediate, SIMD&FP), post-index: stores the lower 32 bits and advances the address.
  package mutating func str(s source: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int) {
    access(.s, isLoad: false, source.field, base, post: post)
  }

  /// LDP (SIMD&FP): loads two registers of 128 bits.
  package mutating func ldp(q first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ source: ARM64Memory) {
    precondition(first != second, "the registers of a pair differ")
    access(.q, isLoad: true, pair: (first.field, second.field), source)
  }

  /// STP (SIMD&FP): stores two registers of 128 bits.
  package mutating func stp(q first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ target: ARM64Memory) {
    access(.q, isLoad: false, pair: (first.field, second.field), target)
  }

  /// LDP (SIMD&FP): loads the lower halves of two registers; the upper ones become zero.
  package mutating func ldp(d first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ source: ARM64Memory) {
    precondition(first != second, "the registers of a pair differ")
    access(.d, isLoad: true, pair: (first.field, second.field), source)
  }

  /// STP (SIMD&FP): stores the lower halves of two registers.
  package mutating func stp(d first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ target: ARM64Memory) {
    access(.d, isLoad: false, pair: (first.field, second.field), target)
  }

  /// LDP (SIMD&FP), post-index: loads two registers of 128 bits and advances the address.
  package mutating func ldp(
    q first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int
  ) {
    precondition(first != second, "the registers of a pair differ")
    accessPair(.q, isLoad: true, first.field, second.field, base, post, isPost: true)
  }

  /// STP (SIMD&FP), post-index: stores two registers of 128 bits and advances the address.
  package mutating func stp(
    q first: ARM64VectorRegister, _ second: ARM64VectorRegister, _ base: ARM64GeneralRegister, post: Int
  ) {
    accessPair(.q, isLoad: false, first.field, second.field, base, post, isPost: true)
  }

  // MARK: Lanes

  /// LD1 (single structure): loads 32 bits into a lane; the others stay.
  package mutating func ld1(_ target: ARM64VectorRegister, lane: Int, _ base: ARM64GeneralRegister) {
    emitLane(0x0D40_8000, target, lane, base)
  }

  /// ST1 (single structure): stores a lane.
  package mutating func st1(_ source: ARM64VectorRegister, lane: Int, _ base: ARM64GeneralRegister) {
    emitLane(0x0D00_8000, source, lane, base)
  }

  private mutating func emitLane(
    _ opcode: UInt32, _ register: ARM64VectorRegister, _ lane: Int, _ base: ARM64GeneralRegister
  ) {
    let lane = Self.unsigned(lane, bits: 2)
    emit(opcode | (lane >> 1) << 30 | (lane & 1) << 12 | base.field << 5 | register.field)
  }

  /// LD1R: loads 32 bits into all lanes.
  package mutating func ld1r(_ target: ARM64VectorRegister, _ base: ARM64GeneralRegister) {
    emit(0x4D40_C800 | base.field << 5 | target.field)
  }

  // MARK: Any offset

  /// The same memory in a form that vector loads and stores can encode, through x16 if the offset is too large.
  package mutating func reachable(_ memory: ARM64Memory) -> ARM64Memory {
    guard memory.index == nil, !Form.q.holds(memory.offset) || !Form.s.holds(memory.offset) else { return memory }
    add(.x16, memory.base, memory.offset)
    return ARM64Memory(.x16)
  }
}
