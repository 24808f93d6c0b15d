import MachineCode
import TensorKernels

extension ByteRows {
  /// The routine.
  static func x86(_ routine: Routine) -> [UInt8]? {
    var code = X86Assembler()
    X86ByteRowsEmitter(routine).emit(&code)
    return code.finished()
  }
}

/// Emits the routines of ``ByteRows``.
private struct X86ByteRowsEmitter {
  private typealias Constants = ByteRows.Constants

  private let routine: ByteRows.Routine
  private let arguments = X86ArgumentRegisters<ByteRows.Arguments>()
  private let registers: X86RegisterFile
  /// Bytes of a row in whole vectors, and left over.
  private let whole: X86GeneralRegister, rest: X86GeneralRegister
  /// The next bytes of the row, and how many are left in whole vectors.
  private let next: X86GeneralRegister, left: X86GeneralRegister
  private let held: [X86VectorRegister], loaded: [X86VectorRegister]
  private let mask: X86VectorRegister, bytesOfOne: X86VectorRegister, wordsOfOne: X86VectorRegister

  private var isSum: Bool { routine.operation == .sum }

  init(_ routine: ByteRows.Routine) {
    self.routine = routine
    var registers = X86RegisterFile(arguments: arguments.all)
    (whole, rest, next, left) = (registers.general(), registers.general(), registers.general(), registers.general())
    (held, loaded) = (registers.vectors(4), registers.vectors(4))
    (mask, bytesOfOne, wordsOfOne) = (registers.vector(), registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    let constants = arguments[\.constants]
    code.enter(registers)
    code.mov(whole, arguments[\.length])
    code.and(whole, -routine.width)
    code.mov(rest, arguments[\.length])
    code.sub(rest, whole)
    if isSum {
      let all = (\Constants.all as PartialKeyPath).byteOffset
      emitLoad(&code, mask, X86Memory(constants, index: rest, scale: 1, all - routine.width))
      code.vmovups(bytesOfOne, X86Memory(constants, (\Constants.bytesOfOne as PartialKeyPath).byteOffset))
      code.vmovups(wordsOfOne, X86Memory(constants, (\Constants.wordsOfOne as PartialKeyPath).byteOffset))
    }
    let nextRow = code.here()
    emitRow(&code)
    code.vmovss(X86Memory(arguments[\.results]), held[0])
    code.add(arguments[\.results], 4)
    code.add(arguments[\.input], arguments[\.length])
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
  }

  /// A row, whose result is then in the lowest 32 bits of the first register.
  private func emitRow(_ code: inout X86Assembler) {
    let count = routine.isShort ? 1 : held.count
    for held in held.prefix(count) {
      if isSum { code.vxorps(held, held, held) } else { emitLoad(&code, held, X86Memory(arguments[\.input])) }
    }
    code.mov(next, arguments[\.input])
    code.mov(left, whole)
    let (narrow, last, end) = (code.label(), code.label(), code.label())
    if count > 1 {
      let wide = code.here()
      code.cmp(left, count * routine.width)
      code.jump(.less, narrow)
      for index in 0..<count { emitVector(&code, index, X86Memory(next, index * routine.width)) }
      code.add(next, count * routine.width)
      code.sub(left, count * routine.width)
      code.jmp(wide)
    }
    code.bind(narrow)
    code.test(left, left)
    code.jump(.equal, last)
    emitVector(&code, 0, X86Memory(next))
    code.add(next, routine.width)
    code.sub(left, routine.width)
    code.jmp(narrow)
    code.bind(last)
    code.test(rest, rest)
    code.jump(.equal, end)
    // The last vector overlaps the one before it rather than passing the end.
    emitVector(&code, 0, X86Memory(next, index: rest, scale: 1, -routine.width), isLast: true)
    code.bind(end)
    if count > 1 {
      emitCombined(&code, held[0], held[0], held[1])
      emitCombined(&code, held[2], held[2], held[3])
      emitCombined(&code, held[0], held[0], held[2])
      code.vextracti128(low: loaded[0], held[0], 1)
      emitCombined(&code, held[0], held[0], loaded[0])
    }
    for order in [0x4E, 0xB1] as [UInt8] {
      code.vpshufd(loaded[0], held[0], order)
      emitCombined(&code, held[0], held[0], loaded[0])
    }
    for bits in isSum ? [] : [16, 8] as [UInt8] {
      code.vpsrld(loaded[0], held[0], bits)
      emitCombined(&code, held[0], held[0], loaded[0])
    }
  }

  /// Bytes of a row; sixteen are in both halves.
  private func emitLoad(_ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory) {
    if routine.isShort { code.vbroadcastf128(target, source) } else { code.vmovups(target, source) }
  }

  private func emitVector(_ code: inout X86Assembler, _ index: Int, _ source: X86Memory, isLast: Bool = false) {
    let (held, bytes) = (held[index], loaded[index])
    emitLoad(&code, bytes, source)
    if isSum {
      if isLast { code.vpand(bytes, bytes, mask) }
      // The first factor has no sign.
      let factors = routine.isSigned ? (bytesOfOne, bytes) : (bytes, bytesOfOne)
      code.vpmaddubsw(bytes, factors.0, factors.1)
      code.vpmaddwd(bytes, bytes, wordsOfOne)
    }
    emitCombined(&code, held, held, bytes)
  }

  private func emitCombined(
    _ code: inout X86Assembler, _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    switch (routine.operation, routine.isSigned) {
    case (.maximum, true): code.vpmaxsb(target, left, right)
    case (.maximum, false): code.vpmaxub(target, left, right)
    case (.minimum, true): code.vpminsb(target, left, right)
    case (.minimum, false): code.vpminub(target, left, right)
    default: code.vpaddd(target, left, right)
    }
  }
}
