import MachineCode
import TensorKernels

extension RowCode {
  static func arm64(_ routine: Routine) -> [UInt8]? {
    guard ![.fusedLogistic, .gaussianErrorLinear].contains(routine.function) else { return nil }
    var code = ARM64Assembler()
    ARM64RowEmitter().emit(&code, routine)
    return code.finished()
  }
}

/// Emits the routines of ``RowCode``.
struct ARM64RowEmitter {
  private typealias Constants = RowCode.Constants

  let arguments = ARM64ArgumentRegisters<RowCode.Arguments>()
  private let registers: ARM64RegisterFile
  private let loop: ARM64RowLoop
  private let step: ARM64GeneralRegister

  /// The operands, and the function's value. Operands that may be broadcast are not overwritten.
  let x: ARM64VectorRegister, value: ARM64VectorRegister
  private let y: ARM64VectorRegister
  /// The lanes selected by a comparison.
  let chosen: ARM64VectorRegister
  /// The registers of functions that take more than one instruction.
  let temporaries: [ARM64VectorRegister], term: ARM64VectorRegister, p: ARM64VectorRegister
  let half: ARM64VectorRegister, one: ARM64VectorRegister, zero: ARM64VectorRegister, doubled: ARM64VectorRegister
  /// For a constant that only the next instruction needs.
  let constant: ARM64VectorRegister
  private let lower: ARM64VectorRegister, upper: ARM64VectorRegister

  init() {
    var registers = ARM64RegisterFile(arguments: arguments.all)
    (x, y, value) = (registers.vector(), registers.vector(), registers.vector())
    chosen = registers.vector()
    temporaries = registers.vectors(3)
    (term, p, half) = (registers.vector(), registers.vector(), registers.vector())
    (one, zero, doubled) = (registers.vector(), registers.vector(), registers.vector())
    constant = registers.vector()
    (lower, upper) = (registers.vector(), registers.vector())
    loop = ARM64RowLoop(&registers)
    step = registers.general()
    self.registers = registers
  }

  func emit(_ code: inout ARM64Assembler, _ routine: RowCode.Routine) {
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    let constants = arguments[\.constants]
    let (function, broadcast) = (routine.function, routine.broadcast)
    code.enter(registers)
    if function.isLimited {
      code.ldr(q: lower, ARM64Memory(constants, \Constants.lower))
      code.ldr(q: upper, ARM64Memory(constants, \Constants.upper))
    }
    code.movi(zero, 0)
    loop.begin(&code, length: arguments[\.length])

    let nextRow = code.here()
    if broadcast == .left { code.ld1r(x, left) }
    if broadcast == .right { code.ld1r(y, right) }
    loop.emit(&code) { code, part in
      if broadcast != .left, function != .zero { loop.load(&code, x, left, part) }
      if broadcast != .right, function.isBinary { loop.load(&code, y, right, part) }
      let result = emitValue(&code, function)
      if function.isLimited {
        code.raise(result, to: lower, chosen: chosen)
        code.lower(result, to: upper, chosen: chosen)
      }
      loop.store(&code, output, result, part)
    }
    for (row, field) in [(left, \Constants.leftStep), (right, \.rightStep), (output, \.outputStep)] {
      code.ldr(step, ARM64Memory(constants, field))
      code.add(row, row, step)
    }
    code.subs(arguments[\.rows], arguments[\.rows], 1)
    code.b(.notEqual, nextRow)
    code.leave(registers)
  }

  /// The register that holds the value of a function of `x` and `y`.
  private func emitValue(_ code: inout ARM64Assembler, _ function: RowCode.Function) -> ARM64VectorRegister {
    switch function {
    case .add: code.fadd(value, x, y)
    case .subtract: code.fsub(value, x, y)
    case .multiply: code.fmul(value, x, y)
    case .divide: code.fdiv(value, x, y)
    case .floorDivide:
      code.fdiv(value, x, y)
      code.frintm(value, value)
    case .maximum:
      // `y` is chosen only where it compares as larger or smaller.
      code.mov(value, x)
      code.raise(value, to: y, chosen: chosen)
    case .minimum:
      code.mov(value, x)
      code.lower(value, to: y, chosen: chosen)
    case .squaredDifference:
      code.fsub(value, x, y)
      code.fmul(value, value, value)
    case .leaky:
      code.fmul(value, x, y)
      code.fcmltZero(chosen, x)
      code.bif(value, x, chosen)
    case .multiplyIntegers: code.mul(value, x, y)
    case .limit, .copy: return x
    case .zero: return zero
    default: emitMath(&code, function)
    }
    return value
  }
}
