import MachineCode
import TensorKernels

extension Int16Row: EmittedCode {
  package static func x86(_ depth: Int) -> [UInt8]? {
    var code = X86Assembler()
    Int16RowEmitter(depth: depth).emit(&code)
    return code.finished()
  }
}

/// Emits the conversion of rows into scratch (``Int16Row``): the scales of several groups, then their values. Waiting
/// for each group's own scale, a chain of some 65 cycles, took a third longer.
private struct Int16RowEmitter {
  private let depth: Int
  private let registers: X86RegisterFile
  /// The arguments; input and count advance.
  private let scratch: X86GeneralRegister, count: X86GeneralRegister
  /// The next converted row, the rows left before the next scales, and the remaining iterations.
  private let row: X86GeneralRegister, chunk: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let values: Int16ValueEmitter

  init(depth: Int) {
    self.depth = depth
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.ConversionArguments>()
    (scratch, count) = (arguments[\.scratch], arguments[\.count])
    var registers = X86RegisterFile(arguments: arguments.all)
    (row, chunk, rowsLeft) = (registers.general(), registers.general(), registers.general())
    values = Int16ValueEmitter(input: arguments[\.input], constants: arguments[\.constants], &registers)
    self.registers = registers
  }

  /// Rows whose scales are found before they are converted, a multiple of a group: enough to hide latency, few enough
  /// for the L1 cache.
  private var rowsPerChunk: Int {
    max(4096 / max(depth, 1) / Int16Row.rowsPerGroup, 1) * Int16Row.rowsPerGroup
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    code.lea(row, X86Memory(scratch, Int16Row.statusByteCount))
    values.emitStart(&code)
    let nextChunk = code.here(), isWhole = code.label()
    code.mov(chunk, rowsPerChunk)
    code.cmp(count, rowsPerChunk)
    code.jump(.greaterOrEqual, isWhole)
    code.mov(chunk, count)
    code.bind(isWhole)
    emitScales(&code)
    code.mov(rowsLeft, chunk)
    emitRows(&code) { code in
      code.lea(values.target, X86Memory(row, Int16Row.scaleByteCount))
      values.emitValues(&code, count: depth, scale: X86Memory(row))
      code.add(row, Int16Row.byteCount(depth: depth))
    }
    code.sub(count, chunk)
    code.jump(.notEqual, nextChunk)
    code.vmovups(X86Memory(scratch), values.largestOfAll)
    code.leave(registers)
  }

  /// The scales of a chunk's groups, before each of their rows.
  private func emitScales(_ code: inout X86Assembler) {
    let byteCount = Int16Row.byteCount(depth: depth)
    func emitGroup(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
      let scale = values.emitScale(&code, body)
      // Scratch has room for whole groups.
      for row in 0..<Int16Row.rowsPerGroup { code.vmovups(X86Memory(values.target, row * byteCount), scale) }
    }
    code.mov(values.source, values.input)
    code.mov(values.target, row)
    code.mov(rowsLeft, chunk)
    let (lastGroup, end, next) = (code.label(), code.label(), code.here())
    code.cmp(rowsLeft, Int16Row.rowsPerGroup)
    code.jump(.less, lastGroup)
    emitGroup(&code) { code in values.emitLargest(&code, count: Int16Row.rowsPerGroup * depth) }
    code.add(values.target, Int16Row.rowsPerGroup * byteCount)
    code.sub(rowsLeft, Int16Row.rowsPerGroup)
    code.jmp(next)
    code.bind(lastGroup)
    code.cmp(rowsLeft, 0)
    code.jump(.equal, end)
    emitGroup(&code) { code in emitRows(&code) { code in values.emitLargest(&code, count: depth) } }
    code.bind(end)
  }

  /// Loops over the remaining rows.
  private func emitRows(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    let next = code.here()
    body(&code)
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, next)
  }
}
