import MachineCode
import TensorKernels

extension StripCode {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    EmittedRoutines(StripCode.Routine.all) { code, routine in
      switch routine {
      case .interleaved: InterleavedStripEmitter().emit(&code)
      case .transposed(let byteCount): TransposedStripEmitter(byteCount: byteCount).emit(&code)
      case .copied: emitCopiedStrips(&code)
      }
    }
  }

  private static func emitCopiedStrips(_ code: inout X86Assembler) {
    let arguments = X86ArgumentRegisters<StripCode.Arguments>()
    var registers = X86RegisterFile(arguments: arguments.all)
    let (mask, strip) = (registers.vector(), registers.vector())
    code.enter(registers)
    code.vmovups(mask, X86Memory(arguments[\.constants], \StripCode.Constants.mask))
    let next = code.here()
    code.vmaskmovps(strip, mask: mask, X86Memory(arguments[\.source]))
    code.vmovups(X86Memory(arguments[\.target]), strip)
    code.add(arguments[\.source], arguments[\.sourceStep])
    code.add(arguments[\.target], arguments[\.targetStep])
    code.sub(arguments[\.count], 1)
    code.jump(.notEqual, next)
    code.leave(registers)
  }
}

/// Emits ``StripCode/Routine/interleaved``: tiles of eight rows × eight elements, and the remaining elements one by
/// one.
private struct InterleavedStripEmitter {
  private let arguments = X86ArgumentRegisters<StripCode.Arguments>()
  private let registers: X86RegisterFile
  private let rows: [X86GeneralRegister]
  private let vectors: [X86VectorRegister]

  private var target: X86GeneralRegister { arguments[\.target] }
  private var count: X86GeneralRegister { arguments[\.count] }

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    // The registers of arguments that are no longer needed, or not at all, hold rows too.
    let free = (0..<6).map { _ in registers.general() }
    rows = [arguments[\.source], arguments[\.sourceStep]] + free
    vectors = registers.vectors(16)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    let (constants, step) = (arguments[\.constants], arguments[\.targetStep])
    code.enter(registers)
    for (row, register) in rows.enumerated().dropFirst() {
      code.mov(register, arguments[\.source])
      code.add(register, X86Memory(constants, \StripCode.Constants.offsets).advanced(by: row * 8))
    }
    // Constants are not needed any more.
    let index = constants
    code.mov(index, 0)
    let (rest, end) = (code.label(), code.label())
    let nextTile = code.here()
    code.cmp(count, 8)
    code.jump(.less, rest)
    emitTile(&code, index: index, step: step)
    code.add(index, 8)
    code.sub(count, 8)
    code.jmp(nextTile)

    code.bind(rest)
    code.test(count, count)
    code.jump(.equal, end)
    let next = code.here()
    for (vector, row) in zip(vectors, rows) { code.vbroadcastss(vector, X86Memory(row, index: index, scale: 4)) }
    for (distance, lanes) in [(1, 0b1010_1010), (2, 0b1100_1100), (4, 0b1111_0000)] as [(Int, UInt8)] {
      for first in stride(from: 0, to: 8, by: 2 * distance) {
        code.vpblendd(vectors[first], vectors[first], vectors[first + distance], lanes)
      }
    }
    code.vmovups(X86Memory(target), vectors[0])
    code.add(target, step)
    code.add(index, 1)
    code.sub(count, 1)
    code.jump(.notEqual, next)
    code.bind(end)
    code.leave(registers)
  }

  /// Eight elements of all rows.
  private func emitTile(_ code: inout X86Assembler, index: X86GeneralRegister, step: X86GeneralRegister) {
    for part in 0..<2 {
      let strips = Array(vectors[part * 8..<part * 8 + 4]), spare = Array(vectors[part * 8 + 4..<part * 8 + 8])
      emitStrips(&code, strips, spare: spare) { X86Memory(rows[$0], index: index, scale: 4, part * 16) }
      for strip in strips {
        code.vmovups(X86Memory(target), strip)
        code.add(target, step)
      }
    }
  }
}

/// Four elements of eight rows as four strips. A register has four elements of a row in its low half, and of the fourth
/// row after it in the upper one, so that lanes only move within halves.
private func emitStrips(
  _ code: inout X86Assembler, _ strips: [X86VectorRegister], spare pairs: [X86VectorRegister],
  row: (Int) -> X86Memory
) {
  for (index, input) in strips.enumerated() {
    code.vmovups(low: input, row(index))
    code.vinsertf128(input, input, row(index + 4), 1)
  }
  for first in [0, 2] {
    code.vunpcklps(pairs[first], strips[first], strips[first + 1])
    code.vunpckhps(pairs[first + 1], strips[first], strips[first + 1])
  }
  for (column, strip) in strips.enumerated() {
    code.vshufps(strip, pairs[column / 2], pairs[2 + column / 2], column % 2 == 0 ? 0x44 : 0xEE)
  }
}

/// Emits ``StripCode/Routine/transposed(byteCount:)``: a strip of sixteen elements for each of sixteen columns, and
/// then those below it, so that the lines of the cache are filled one after another.
private struct TransposedStripEmitter {
  private let byteCount: Int
  private let arguments = X86ArgumentRegisters<StripCode.Arguments>()
  private let registers: X86RegisterFile
  /// Every fourth row.
  private let rows: [X86GeneralRegister]
  /// Three steps of the source and of the target; and from the end of a strip to the next one.
  private let sourceSteps: X86GeneralRegister, targetSteps: X86GeneralRegister
  private let nextRows: X86GeneralRegister, back: X86GeneralRegister
  private let vectors: [X86VectorRegister]

  private var source: X86GeneralRegister { arguments[\.source] }
  private var target: X86GeneralRegister { arguments[\.target] }

  init(byteCount: Int) {
    self.byteCount = byteCount
    var registers = X86RegisterFile(arguments: arguments.all)
    rows = [arguments[\.source]] + (0..<3).map { _ in registers.general() }
    (sourceSteps, targetSteps) = (arguments[\.constants], registers.general())
    (nextRows, back) = (registers.general(), registers.general())
    vectors = registers.vectors(16)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    let (step, targetStep) = (arguments[\.sourceStep], arguments[\.targetStep])
    code.enter(registers)
    code.lea(sourceSteps, X86Memory(step, index: step, scale: 2))
    code.lea(targetSteps, X86Memory(targetStep, index: targetStep, scale: 2))
    for (row, next) in zip(rows, rows.dropFirst()) { code.lea(next, X86Memory(row, index: step, scale: 4)) }
    for (sum, step) in [(nextRows, step), (back, targetStep)] {
      code.mov(sum, step)
      for _ in 0..<4 { code.add(sum, sum) }
    }
    code.sub(nextRows, byteCount == 1 ? 0 : 64)
    code.sub(back, 16 * byteCount)
    let next = code.here()
    if byteCount == 1 { emitBytes(&code) } else { emitWords(&code) }
    for row in rows { code.add(row, nextRows) }
    code.sub(target, back)
    code.sub(arguments[\.count], 1)
    code.jump(.notEqual, next)
    code.leave(registers)
  }

  /// A place that is up to three steps after another.
  private func place(
    _ index: Int, after base: X86GeneralRegister, _ step: X86GeneralRegister, three: X86GeneralRegister,
    _ offset: Int = 0
  ) -> X86Memory {
    switch index {
    case 0: X86Memory(base, offset)
    case 3: X86Memory(base, index: three, scale: 1, offset)
    default: X86Memory(base, index: step, scale: index, offset)
    }
  }

  private func row(_ index: Int) -> X86Memory {
    place(index % 4, after: rows[index / 4], arguments[\.sourceStep], three: sourceSteps)
  }

  /// A column of the four that begin at the target.
  private func column(_ index: Int, _ offset: Int = 0) -> X86Memory {
    place(index, after: target, arguments[\.targetStep], three: targetSteps, offset)
  }

  private func emitNextColumns(_ code: inout X86Assembler) {
    code.lea(target, X86Memory(target, index: arguments[\.targetStep], scale: 4))
  }

  private func emitWords(_ code: inout X86Assembler) {
    for _ in 0..<4 {
      for half in 0..<2 {
        let strips = Array(vectors[half * 8..<half * 8 + 4]), spare = Array(vectors[half * 8 + 4..<half * 8 + 8])
        emitStrips(&code, strips, spare: spare) { row(half * 8 + $0) }
        for (index, strip) in strips.enumerated() { code.vmovups(column(index, half * 32), strip) }
      }
      for row in rows { code.add(row, 16) }
      emitNextColumns(&code)
    }
  }

  /// Sixteen bytes of a row are in the low half of a register, and in the upper one those of the eighth row after it.
  /// Each step interleaves vectors whose rows are half as far apart; then each half has eight bytes of two columns.
  private func emitBytes(_ code: inout X86Assembler) {
    var (lines, others) = (Array(vectors[..<8]), Array(vectors[8...]))
    for (index, line) in lines.enumerated() {
      code.vmovups(low: line, row(index))
      code.vinsertf128(line, line, row(index + 8), 1)
    }
    for _ in 0..<3 {
      for index in 0..<4 {
        code.vpunpcklbw(others[2 * index], lines[index], lines[index + 4])
        code.vpunpckhbw(others[2 * index + 1], lines[index], lines[index + 4])
      }
      swap(&lines, &others)
    }
    for (index, pair) in lines.enumerated() {
      code.vpermq(pair, pair, 0b11_01_10_00)
      code.vmovups(column(index % 2 * 2), low: pair)
      code.vextractf128(column(index % 2 * 2 + 1), pair, 1)
      if index % 2 == 1 { emitNextColumns(&code) }
    }
  }
}
