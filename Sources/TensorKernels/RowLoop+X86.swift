import MachineCode

/// A row of floats divided into vectors of eight and a remainder, which uses masked loads and stores: nothing outside
/// the row is read or written.
struct RowLoop {
  /// Elements before the current vector.
  let index: GeneralRegister
  /// Elements in whole vectors.
  let wholeCount: GeneralRegister
  /// The negated number of elements after them.
  let restCount: GeneralRegister
  /// The lanes of the remainder.
  let mask: VectorRegister

  /// Takes three general registers and a vector register.
  init(_ registers: inout RegisterFile) {
    (index, wholeCount, restCount) = (registers.general(), registers.general(), registers.general())
    mask = registers.vector()
  }

  init(index: GeneralRegister, wholeCount: GeneralRegister, restCount: GeneralRegister, mask: VectorRegister) {
    (self.index, self.wholeCount, self.restCount, self.mask) = (index, wholeCount, restCount, mask)
  }

  /// Sets the registers for rows of a length.
  ///
  /// - Parameter masks: the clear lanes of ``TailMasks`` among the constants.
  func begin<Constants>(
    _ code: inout Assembler, length: GeneralRegister, masks: PartialKeyPath<Constants>, in constants: GeneralRegister
  ) {
    code.mov(wholeCount, length)
    code.and(wholeCount, -8)
    code.mov(restCount, wholeCount)
    code.sub(restCount, length)
    code.vmovups(mask, Memory(constants, index: restCount, scale: 4, Memory.offset(of: masks)))
  }

  /// Emits `body` for eight elements from ``index`` on, once in a loop over whole vectors, and once for the remainder.
  func emit(_ code: inout Assembler, _ body: (_ code: inout Assembler, _ isMasked: Bool) -> Void) {
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
  func load(_ code: inout Assembler, _ target: VectorRegister, _ row: GeneralRegister, isMasked: Bool) {
    load(&code, target, Memory(row, index: index, scale: 4), isMasked: isMasked)
  }

  /// Stores the elements of a row.
  func store(_ code: inout Assembler, _ row: GeneralRegister, _ source: VectorRegister, isMasked: Bool) {
    store(&code, Memory(row, index: index, scale: 4), source, isMasked: isMasked)
  }

  /// Loads a vector, or its lanes that are in the row.
  func load(_ code: inout Assembler, _ target: VectorRegister, _ source: Memory, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }

  /// Stores a vector, or its lanes that are in the row.
  func store(_ code: inout Assembler, _ target: Memory, _ source: VectorRegister, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }
}
