import MachineCode

extension MachineRowQuantization {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    let emitter = RowQuantizationEmitter()
    return EmittedRoutines(Routine.allCases) { code, routine in emitter.emit(&code, routine) }
  }
}

/// Emits the routines of ``MachineRowQuantization``.
private struct RowQuantizationEmitter {
  private typealias Constants = MachineRowQuantization.Constants

  private let arguments = X86ArgumentRegisters<MachineRowQuantization.Arguments>()
  private let registers: X86RegisterFile
  /// The current element, and the first of the last eight.
  private let index: X86GeneralRegister, last: X86GeneralRegister
  private let vectors: [X86VectorRegister]

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (index, last) = (registers.general(), registers.general())
    vectors = registers.vectors(14)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ routine: MachineRowQuantization.Routine) {
    code.enter(registers)
    switch routine {
    case .range: emitRange(&code)
    default: emitQuantization(&code, routine)
    }
    code.leave(registers)
  }

  /// Emits `body` for four vectors at a time, then for single ones, and for the last eight elements. `offset` is in
  /// bytes of floats from ``index``.
  private func emitLoop(
    _ code: inout X86Assembler, _ body: (_ code: inout X86Assembler, _ vector: Int, _ index: X86GeneralRegister) -> Void
  ) {
    code.mov(last, arguments[\.length])
    code.sub(last, 8)
    code.mov(index, 0)
    for count in [4, 1] {
      let (next, first) = (code.label(), code.label())
      code.jmp(first)
      code.bind(next)
      for vector in 0..<count { body(&code, vector - count, index) }
      code.bind(first)
      code.add(index, count * 8)
      code.cmp(index, arguments[\.length])
      code.jump(.lessOrEqual, next)
      code.sub(index, count * 8)
    }
    body(&code, 0, last)
  }

  /// The `vector`th input vector after an element.
  private func input(_ vector: Int, _ index: X86GeneralRegister) -> X86Memory {
    X86Memory(arguments[\.input], index: index, scale: 4, vector * 32)
  }

  private func emitRange(_ code: inout X86Assembler) {
    let (lows, highs) = (Array(vectors[0..<4]), Array(vectors[4..<8])), (value, spare) = (vectors[8], vectors[9])
    for sum in lows + highs { code.vxorps(sum, sum, sum) }
    emitLoop(&code) { code, vector, index in
      let place = (vector + 4) % 4
      code.vmovups(value, input(vector, index))
      // `vminps` returns the second operand for NaN.
      code.vminps(lows[place], value, lows[place])
      code.vmaxps(highs[place], value, highs[place])
    }
    for place in 1..<4 {
      code.vminps(lows[0], lows[0], lows[place])
      code.vmaxps(highs[0], highs[0], highs[place])
    }
    code.combineLanes(of: lows[0], spare: spare) { code, result, left, right in code.vminps(result, left, right) }
    code.combineLanes(of: highs[0], spare: spare) { code, result, left, right in code.vmaxps(result, left, right) }
    code.vmovss(X86Memory(arguments[\.output]), lows[0])
    code.vmovss(X86Memory(arguments[\.output], 4), highs[0])
  }

  private func emitQuantization(_ code: inout X86Assembler, _ routine: MachineRowQuantization.Routine) {
    let (zeroPoint, inverse, lower, upper, wholeZero) = (vectors[0], vectors[1], vectors[2], vectors[3], vectors[4])
    for (register, field) in [
      (zeroPoint, \Constants.zeroPoint as PartialKeyPath), (inverse, \.inverse), (lower, \.lower), (upper, \.upper),
      (wholeZero, \.wholeZeroPoint),
    ] {
      code.vmovups(register, X86Memory(arguments[\.constants], field))
    }
    emitLoop(&code) { code, vector, index in
      // Alternating registers make neighboring vectors independent.
      let place = (vector + 4) % 4
      let (value, whole) = (vectors[5 + place * 2], vectors[6 + place * 2])
      code.vmovups(value, input(vector, index))
      code.vmulps(value, value, inverse)
      code.vaddps(value, zeroPoint, value)
      code.vmaxps(value, value, lower)
      code.vminps(value, upper, value)
      // Twice the fraction, truncated, rounds ties away from zero.
      code.vcvttps2dq(whole, value)
      let fraction = vectors[13]
      code.vcvtdq2ps(fraction, whole)
      code.vsubps(value, value, fraction)
      code.vaddps(value, value, value)
      code.vcvttps2dq(value, value)
      code.vpaddd(whole, whole, value)
      code.vpsubd(whole, whole, wholeZero)
      switch routine {
      case .floats:
        code.vcvtdq2ps(whole, whole)
        code.vmovups(X86Memory(arguments[\.output], index: index, scale: 4, vector * 32), whole)
      case .bytes:
        let target = X86Memory(arguments[\.output], index: index, scale: 1, vector * 8)
        code.emitBytes(whole, to: target, isSigned: false, spare: value)
      default:
        code.vextracti128(low: value, whole, 1)
        code.vpackssdw(low: whole, whole, value)
        code.vmovups(X86Memory(arguments[\.output], index: index, scale: 2, vector * 16), low: whole)
      }
    }
  }
}
