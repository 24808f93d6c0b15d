import MachineCode
import TensorKernels

/// Processes a row of floats in vectors of four, then one by one: nothing outside the row is read or written.
struct ARM64RowLoop {
  enum Part {
    case four, one
  }

  /// Byte offset of the current elements.
  private let index: ARM64GeneralRegister
  /// Bytes of whole vectors, and of the row.
  private let wholeByteCount: ARM64GeneralRegister, byteCount: ARM64GeneralRegister

  /// Takes three general registers.
  init(_ registers: inout ARM64RegisterFile) {
    (index, wholeByteCount, byteCount) = (registers.general(), registers.general(), registers.general())
  }

  func begin(_ code: inout ARM64Assembler, length: ARM64GeneralRegister) {
    code.lsl(byteCount, length, 2)
    code.and(wholeByteCount, byteCount, clearing: 4)
  }

  /// Emits `body` for four elements in a loop over whole vectors, and for one element in a loop over the remainder.
  func emit(_ code: inout ARM64Assembler, _ body: (_ code: inout ARM64Assembler, _ part: Part) -> Void) {
    code.mov(index, 0)
    for (part, end) in [(Part.four, wholeByteCount), (.one, byteCount)] {
      let done = code.label()
      code.cmp(index, end)
      code.b(.greaterOrEqual, done)
      let next = code.here()
      body(&code, part)
      code.add(index, index, part == .four ? 16 : 4)
      code.cmp(index, end)
      code.b(.less, next)
      code.bind(done)
    }
  }

  /// Loads elements of a row; other lanes become zero.
  func load(_ code: inout ARM64Assembler, _ target: ARM64VectorRegister, _ row: ARM64GeneralRegister, _ part: Part) {
    let memory = ARM64Memory(row, index: index)
    if part == .four { code.ldr(q: target, memory) } else { code.ldr(s: target, memory) }
  }

  func store(_ code: inout ARM64Assembler, _ row: ARM64GeneralRegister, _ source: ARM64VectorRegister, _ part: Part) {
    let memory = ARM64Memory(row, index: index)
    if part == .four { code.str(q: source, memory) } else { code.str(s: source, memory) }
  }
}
