import MachineCode

/// A row of floats divided into vectors of eight and a remainder, which uses masked loads and stores: nothing outside
/// the row is read or written.
struct RowLoop {
  /// Elements before the current vector.
  let index: X86GeneralRegister
  /// Elements in whole vectors.
  let wholeCount: X86GeneralRegister
  /// The negated number of elements after them.
  let restCount: X86GeneralRegister
  /// The lanes of the remainder.
  let mask: X86VectorRegister

  /// Takes three general registers and a vector register.
  init(_ registers: inout X86RegisterFile) {
    (index, wholeCount, restCount) = (registers.general(), registers.general(), registers.general())
    mask = registers.vector()
  }

  init(
    index: X86GeneralRegister, wholeCount: X86GeneralRegister, restCount: X86GeneralRegister, mask: X86VectorRegister
  ) {
    (self.index, self.wholeCount, self.restCount, self.mask) = (index, wholeCount, restCount, mask)
  }

  /// Sets the registers for rows of a length.
  ///
  /// - Parameter masks: the clear lanes of ``TailMasks`` among the constants.
  func begin<Constants>(
    _ code: inout X86Assembler, length: X86GeneralRegister, masks: PartialKeyPath<Constants>,
    in constants: X86GeneralRegister
  ) {
    code.mov(wholeCount, length)
    code.and(wholeCount, -8)
    code.mov(restCount, wholeCount)
    code.sub(restCount, length)
    code.vmovups(mask, X86Memory(constants, index: restCount, scale: 4, masks.byteOffset))
  }

  /// Emits `body` for eight elements from ``index`` on, once in a loop over whole vectors, and once for the remainder.
  func emit(_ code: inout X86Assembler, _ body: (_ code: inout X86Assembler, _ isMasked: Bool) -> Void) {
    let (rest, end) = (code.label(), code.label())
    code.mov(index, 0)
    code.test(wholeCount, wholeCount)
    code.jump(.equal, rest)
    let next = code.here()
    body(&code, false)
    code.add(index, 8)
    code.cmp(index, wholeCount)
    code.jump(.less, next)
    code.bind(rest)
    code.test(restCount, restCount)
    code.jump(.equal, end)
    body(&code, true)
    code.bind(end)
  }

  /// Loads the elements of a row.
  func load(_ code: inout X86Assembler, _ target: X86VectorRegister, _ row: X86GeneralRegister, isMasked: Bool) {
    load(&code, target, X86Memory(row, index: index, scale: 4), isMasked: isMasked)
  }

  /// Stores the elements of a row.
  func store(_ code: inout X86Assembler, _ row: X86GeneralRegister, _ source: X86VectorRegister, isMasked: Bool) {
    store(&code, X86Memory(row, index: index, scale: 4), source, isMasked: isMasked)
  }

  /// Loads a vector, or its lanes that are in the row.
  func load(_ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }

  /// Stores a vector, or its lanes that are in the row.
  func store(_ code: inout X86Assembler, _ target: X86Memory, _ source: X86VectorRegister, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }
}
