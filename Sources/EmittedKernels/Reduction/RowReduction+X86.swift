import MachineCode
import TensorKernels

extension MachineRowReduction {
  static func x86(_ operation: Reduction.Operation) -> [UInt8]? {
    var code = X86Assembler()
    X86RowReductionEmitter(operation).emit(&code)
    return code.finished()
  }
}

/// Emits the routines of ``MachineRowReduction``.
private struct X86RowReductionEmitter {
  private typealias Constants = MachineRowReduction.Constants

  private let operation: Reduction.Operation
  private let arguments = X86ArgumentRegisters<RowRoutine.Arguments>()
  private let registers: X86RegisterFile
  private let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  /// The next elements of the row, and how many are left in whole vectors.
  private let next: X86GeneralRegister, left: X86GeneralRegister
  private let loop: RowLoop
  private let held: [X86VectorRegister], other: X86VectorRegister

  private var isSum: Bool { operation == .sum }

  init(_ operation: Reduction.Operation) {
    self.operation = operation
    (input, output, constants) = (arguments[\.input], arguments[\.output], arguments[\.constants])
    var registers = X86RegisterFile(arguments: arguments.all)
    (next, left) = (registers.general(), registers.general())
    loop = RowLoop(&registers)
    (held, other) = (registers.vectors(4), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    let length = arguments[\.length]
    code.enter(registers)
    loop.begin(&code, length: length, masks: \Constants.masks.clear, in: constants)
    let nextRow = code.here()
    emitParts(&code)
    let result = held[0]
    emitCombined(&code, result, result, held[1])
    emitCombined(&code, held[2], held[2], held[3])
    emitCombined(&code, result, result, held[2])
    code.combineLanes(of: result, spare: other) { emitCombined(&$0, $1, $2, $3) }
    if isSum { code.vmulps(result, result, X86Memory(constants, \Constants.scale)) }
    code.vmovss(X86Memory(output), result)
    if !isSum { emitFirstZero(&code) }
    code.lea(input, X86Memory(input, index: length, scale: 4))
    code.add(output, 4)
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
  }

  /// The parts of a row's result.
  private func emitParts(_ code: inout X86Assembler) {
    for part in held {
      if isSum { code.vxorps(part, part, part) } else { code.vmovups(part, X86Memory(constants, \Constants.start)) }
    }
    code.mov(next, input)
    code.mov(left, loop.wholeCount)
    let (narrow, rest, end) = (code.label(), code.label(), code.label())
    let nextWide = code.here()
    code.cmp(left, 32)
    code.jump(.less, narrow)
    for index in 0..<4 { emitVector(&code, index, X86Memory(next, index * 32)) }
    code.add(next, 128)
    code.sub(left, 32)
    code.jmp(nextWide)
    code.bind(narrow)
    code.test(left, left)
    code.jump(.equal, rest)
    emitVector(&code, 0, X86Memory(next))
    code.add(next, 32)
    code.sub(left, 8)
    code.jmp(narrow)
    code.bind(rest)
    code.test(loop.restCount, loop.restCount)
    code.jump(.equal, end)
    if isSum {
      loop.load(&code, other, X86Memory(next), isMasked: true)
      code.vaddps(held[1], held[1], other)
    } else {
      // Elements may be taken twice: the last vector ends with the row.
      code.sub(next, 32)
      code.mov(left, 0)
      code.sub(left, loop.restCount)
      emitVector(&code, 1, X86Memory(next, index: left, scale: 4))
    }
    code.bind(end)
  }

  private func emitVector(_ code: inout X86Assembler, _ index: Int, _ source: X86Memory) {
    if isSum { return code.vaddps(held[index], held[index], source) }
    code.vmovups(other, source)
    emitCombined(&code, held[index], other, held[index])
  }

  /// Of NaN and a number, and of two zeros, the instructions for extremes give the right one.
  private func emitCombined(
    _ code: inout X86Assembler, _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    switch operation {
    case .maximum: code.vmaxps(target, left, right)
    case .minimum: code.vminps(target, left, right)
    default: code.vaddps(target, left, right)
    }
  }

  /// If the result is a zero, stores the first one of the row, whose sign it has in all kernels.
  private func emitFirstZero(_ code: inout X86Assembler) {
    let (found, zero, end) = (code.label(), code.label(), code.label())
    code.movsxd(left, X86Memory(output))
    code.cmp(left, 0)
    code.jump(.equal, zero)
    code.cmp(left, Self.negativeZero)
    code.jump(.notEqual, end)
    code.bind(zero)
    code.mov(next, input)
    let search = code.here()
    code.movsxd(left, X86Memory(next))
    code.add(next, 4)
    code.cmp(left, 0)
    code.jump(.equal, found)
    code.cmp(left, Self.negativeZero)
    code.jump(.notEqual, search)
    code.bind(found)
    code.vbroadcastss(held[0], X86Memory(next, -4))
    code.vmovss(X86Memory(output), held[0])
    code.bind(end)
  }

  /// The bits of −0.
  private static let negativeZero = Int(Int32.min)
}
