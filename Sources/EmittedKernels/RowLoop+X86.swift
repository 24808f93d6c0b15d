import MachineCode
import TensorKernels

/// Processes a row of floats in vectors of eight, the remainder with masked loads and stores: nothing outside the row
/// is read or written.
struct RowLoop {
  let index: X86GeneralRegister
  let wholeCount: X86GeneralRegister
  /// The negated number of remaining elements.
  let restCount: X86GeneralRegister
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

  /// Sets the registers for rows of this length.
  ///
  /// - Parameter masks: the clear lanes of ``TailMasks`` in the constants.
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

  /// Emits `body` in a loop over sixteen elements, in code of that width. `offset` is in bytes from ``index``, which
  /// ends at the first element left over.
  func emitSixteen(_ code: inout X86Assembler, _ body: (_ code: inout X86Assembler, _ offset: Int) -> Void) {
    let width = code.vectorWidth
    let (first, next) = (code.label(), code.label())
    code.mov(index, 0)
    code.jmp(first)
    code.bind(next)
    code.vectorWidth = .bits512
    body(&code, -64)
    code.vectorWidth = width
    code.bind(first)
    code.add(index, 16)
    code.cmp(index, wholeCount)
    code.jump(.lessOrEqual, next)
    code.sub(index, 16)
  }

  /// Emits `body` for eight elements from ``index`` on, in a loop over whole vectors, and masked for the remainder.
  ///
  /// - Parameter fromStart: whether to begin at the row's first element, not at ``index``.
  func emit(
    _ code: inout X86Assembler, fromStart: Bool = true,
    _ body: (_ code: inout X86Assembler, _ isMasked: Bool) -> Void
  ) {
    let (rest, end) = (code.label(), code.label())
    if fromStart { code.mov(index, 0) }
    code.cmp(index, wholeCount)
    code.jump(.greaterOrEqual, rest)
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

  /// Emits `body` likewise, for four vectors per iteration while possible, since loop control takes as long as a short
  /// body. `offset` is in bytes from ``index``.
  func emitWide(
    _ code: inout X86Assembler, _ body: (_ code: inout X86Assembler, _ offset: Int, _ isMasked: Bool) -> Void
  ) {
    let (nextWide, wide, narrow) = (code.label(), code.label(), code.label())
    code.mov(index, 0)
    code.jmp(nextWide)
    code.bind(wide)
    for vector in 0..<4 { body(&code, (vector - 4) * 32, false) }
    code.bind(nextWide)
    code.add(index, 32)
    code.cmp(index, wholeCount)
    code.jump(.lessOrEqual, wide)
    code.sub(index, 32)

    let (rest, end) = (code.label(), code.label())
    code.bind(narrow)
    code.cmp(index, wholeCount)
    code.jump(.greaterOrEqual, rest)
    body(&code, 0, false)
    code.add(index, 8)
    code.jmp(narrow)
    code.bind(rest)
    code.test(restCount, restCount)
    code.jump(.equal, end)
    body(&code, 0, true)
    code.bind(end)
  }

  func load(
    _ code: inout X86Assembler, _ target: X86VectorRegister, _ row: X86GeneralRegister, at offset: Int = 0,
    isMasked: Bool
  ) {
    load(&code, target, X86Memory(row, index: index, scale: 4, offset), isMasked: isMasked)
  }

  func store(
    _ code: inout X86Assembler, _ row: X86GeneralRegister, at offset: Int = 0, _ source: X86VectorRegister,
    isMasked: Bool
  ) {
    store(&code, X86Memory(row, index: index, scale: 4, offset), source, isMasked: isMasked)
  }

  /// Loads a vector, or its lanes that are in the row.
  func load(_ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }

  func store(_ code: inout X86Assembler, _ target: X86Memory, _ source: X86VectorRegister, isMasked: Bool) {
    if isMasked { code.vmaskmovps(target, mask: mask, source) } else { code.vmovups(target, source) }
  }
}
