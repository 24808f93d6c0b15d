import MachineCode
import TensorKernels

extension RowCode {
  static func x86(_ routine: Routine) -> [UInt8]? {
    var code = X86Assembler()
    RowEmitter().emit(&code, routine)
    return code.finished()
  }
}

/// Emits the routines of ``RowCode``.
struct RowEmitter {
  private typealias Constants = RowCode.Constants

  let arguments = X86ArgumentRegisters<RowCode.Arguments>()
  private let registers: X86RegisterFile
  private let loop: RowLoop

  /// The operands, and the function's value. Operands that may be broadcast are not overwritten.
  let x: X86VectorRegister, value: X86VectorRegister
  private let y: X86VectorRegister
  /// The lanes selected by a comparison.
  let chosen: X86VectorRegister
  /// The registers of functions that take more than one instruction.
  let temporaries: [X86VectorRegister], term: X86VectorRegister, p: X86VectorRegister, half: X86VectorRegister
  let one: X86VectorRegister, zero: X86VectorRegister
  /// All but the operand, the value and the mask, for functions with fused multiply-adds.
  private let fusedRegisters: X86RegisterFile
  /// The same with those that only code of sixteen lanes can name; nil if the processor has none.
  private let wideRegisters: X86RegisterFile?
  private let lower: X86VectorRegister, upper: X86VectorRegister

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (x, value) = (registers.vector(), registers.vector())
    loop = RowLoop(&registers)
    fusedRegisters = registers
    var wide = X86RegisterFile(arguments: arguments.all, width: .bits512)
    _ = wide.vectors(registers.usedVectorCount)
    wideRegisters = MachineCodeSupport.vectorWidth == .bits512 ? wide : nil
    y = registers.vector()
    chosen = registers.vector()
    temporaries = registers.vectors(3)
    (term, p, half) = (registers.vector(), registers.vector(), registers.vector())
    (one, zero) = (registers.vector(), registers.vector())
    (lower, upper) = (registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ routine: RowCode.Routine) {
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    let constants = arguments[\.constants]
    let (function, broadcast) = (routine.function, routine.broadcast)
    code.enter(registers)
    if function.isLimited {
      code.vmovups(lower, X86Memory(constants, \Constants.lower))
      code.vmovups(upper, X86Memory(constants, \Constants.upper))
    }
    let fused = FusedFunctionEmitter(function, table: constants, registers: fusedRegisters)
    // Its registers are those of the other, and more; the lower halves of their constants are the same.
    let wide = wideRegisters.flatMap {
      FusedFunctionEmitter(function, table: constants, registers: $0, isWide: true)
    }
    if let wide {
      code.vectorWidth = .bits512
      wide.begin(&code)
      code.vectorWidth = .bits256
    } else if let fused {
      fused.begin(&code)
    } else {
      code.vxorps(zero, zero, zero)
    }
    loop.begin(&code, length: arguments[\.length], masks: \Constants.masks.clear, in: constants)

    let nextRow = code.here()
    if broadcast == .left { code.vbroadcastss(x, X86Memory(left)) }
    if broadcast == .right { code.vbroadcastss(y, X86Memory(right)) }
    if let wide {
      loop.emitSixteen(&code) { code, offset in
        loop.load(&code, x, left, at: offset, isMasked: false)
        wide.emit(&code, of: x, into: value)
        loop.store(&code, output, at: offset, value, isMasked: false)
      }
    }
    loop.emit(&code, fromStart: wide == nil) { code, isMasked in
      if broadcast != .left, function != .zero { loop.load(&code, x, left, isMasked: isMasked) }
      if broadcast != .right, function.isBinary { loop.load(&code, y, right, isMasked: isMasked) }
      let result: X86VectorRegister
      if let fused {
        result = value
        fused.emit(&code, of: x, into: value)
      } else {
        result = emitValue(&code, function)
      }
      if function.isLimited {
        // If either operand is NaN, the instruction gives the second one, so a NaN stays.
        code.vmaxps(result, lower, result)
        code.vminps(result, upper, result)
      }
      loop.store(&code, output, result, isMasked: isMasked)
    }
    code.add(left, X86Memory(constants, \Constants.leftStep))
    code.add(right, X86Memory(constants, \Constants.rightStep))
    code.add(output, X86Memory(constants, \Constants.outputStep))
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
  }

  /// The register that holds the value of a function of `x` and `y`.
  private func emitValue(_ code: inout X86Assembler, _ function: RowCode.Function) -> X86VectorRegister {
    switch function {
    case .add: code.vaddps(value, x, y)
    case .subtract: code.vsubps(value, x, y)
    case .multiply: code.vmulps(value, x, y)
    case .divide: code.vdivps(value, x, y)
    case .floorDivide:
      code.vdivps(value, x, y)
      code.vroundps(value, value, 1)
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
    case .multiplyIntegers: code.vpmulld(value, x, y)
    case .limit, .copy: return x
    case .zero: return zero
    default: emitMath(&code, function)
    }
    return value
  }
}
