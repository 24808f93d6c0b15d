import MachineCode

extension X86Emitter {
  static func rows() -> EmittedRoutines<RowCode.Routine>? {
    let emitter = RowEmitter()
    var code = Assembler()
    var offsets: [RowCode.Routine: Int] = [:]
    for routine in RowCode.Routine.all {
      offsets[routine] = code.bytes.count
      emitter.emit(&code, routine)
    }
    return EmittedRoutines(code: code.finished(), offsets: offsets)
  }
}

/// Emits the routines of ``RowCode``.
struct RowEmitter {
  private typealias Constants = RowCode.Constants

  let arguments = ArgumentRegisters<RowCode.Arguments>()
  private let registers: RegisterFile
  private let loop: RowLoop

  /// The operands, and the function's value. Operands that may be broadcast are not overwritten.
  let x: VectorRegister, value: VectorRegister
  private let y: VectorRegister
  /// The lanes selected by a comparison.
  let chosen: VectorRegister
  /// The registers of functions that take more than one instruction.
  let temporaries: [VectorRegister], term: VectorRegister, p: VectorRegister, half: VectorRegister
  let one: VectorRegister, zero: VectorRegister, doubled: VectorRegister
  private let lower: VectorRegister, upper: VectorRegister

  init() {
    var registers = RegisterFile(arguments: arguments.all)
    (x, y, value) = (registers.vector(), registers.vector(), registers.vector())
    chosen = registers.vector()
    temporaries = registers.vectors(3)
    (term, p, half) = (registers.vector(), registers.vector(), registers.vector())
    (one, zero, doubled) = (registers.vector(), registers.vector(), registers.vector())
    loop = RowLoop(&registers)
    (lower, upper) = (registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout Assembler, _ routine: RowCode.Routine) {
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    let constants = arguments[\.constants]
    let (function, broadcast) = (routine.function, routine.broadcast)
    code.enter(registers)
    if function.isLimited {
      code.vmovups(lower, Memory(constants, \Constants.lower))
      code.vmovups(upper, Memory(constants, \Constants.upper))
    }
    code.vxorps(zero, zero, zero)
    loop.begin(&code, length: arguments[\.length], masks: \Constants.masks.clear, in: constants)

    let nextRow = code.here()
    if broadcast == .left { code.vbroadcastss(x, Memory(left)) }
    if broadcast == .right { code.vbroadcastss(y, Memory(right)) }
    loop.emit(&code) { code, isMasked in
      if broadcast != .left, function != .zero { loop.load(&code, x, left, isMasked: isMasked) }
      if broadcast != .right, function.isBinary { loop.load(&code, y, right, isMasked: isMasked) }
      let result = emitValue(&code, function)
      if function.isLimited {
        // If either operand is NaN, the instruction gives the second one, so a NaN stays.
        code.vmaxps(result, lower, result)
        code.vminps(result, upper, result)
      }
      loop.store(&code, output, result, isMasked: isMasked)
    }
    code.add(left, Memory(constants, \Constants.leftStep))
    code.add(right, Memory(constants, \Constants.rightStep))
    code.add(output, Memory(constants, \Constants.outputStep))
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
  }

  /// The register that holds the value of a function of `x` and `y`.
  private func emitValue(_ code: inout Assembler, _ function: RowCode.Function) -> VectorRegister {
    switch function {
    case .add: code.vaddps(value, x, y)
    case .subtract: code.vsubps(value, x, y)
    case .multiply: code.vmulps(value, x, y)
    case .divide: code.vdivps(value, x, y)
    // `y` is chosen only where it compares as larger or smaller.
    case .maximum: code.vmaxps(value, y, x)
    case .minimum: code.vminps(value, y, x)
    case .squaredDifference:
      code.vsubps(value, x, y)
      code.vmulps(value, value, value)
    case .leaky:
      code.vmulps(value, x, y)
      code.vcmpltps(chosen, x, zero)
      code.vblendvps(value, x, value, mask: chosen)
    case .limit, .copy: return x
    case .zero: return zero
    default: emitMath(&code, function)
    }
    return value
  }
}
