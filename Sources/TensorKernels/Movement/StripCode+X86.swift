import MachineCode

extension StripCode {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    EmittedRoutines(StripCode.Routine.allCases) { code, routine in
      switch routine {
      case .interleaved: InterleavedStripEmitter().emit(&code)
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

  /// Eight elements of all rows. A register has four elements of a row in its low half, and of the fourth row after it
  /// in the upper one, so that lanes only move within halves.
  private func emitTile(_ code: inout X86Assembler, index: X86GeneralRegister, step: X86GeneralRegister) {
    for part in 0..<2 {
      let (inputs, pairs) = (Array(vectors[part * 8..<part * 8 + 4]), Array(vectors[part * 8 + 4..<part * 8 + 8]))
      for (row, input) in inputs.enumerated() {
        code.vmovups(low: input, X86Memory(rows[row], index: index, scale: 4, part * 16))
        code.vinsertf128(input, input, X86Memory(rows[row + 4], index: index, scale: 4, part * 16), 1)
      }
      for first in [0, 2] {
        code.vunpcklps(pairs[first], inputs[first], inputs[first + 1])
        code.vunpckhps(pairs[first + 1], inputs[first], inputs[first + 1])
      }
      for column in 0..<4 {
        let strip = inputs[column]
        code.vshufps(strip, pairs[column / 2], pairs[2 + column / 2], column % 2 == 0 ? 0x44 : 0xEE)
        code.vmovups(X86Memory(target), strip)
        code.add(target, step)
      }
    }
  }
}
