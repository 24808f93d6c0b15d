import MachineCode
import TensorKernels

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

  /// Emits `body` for four vectors at a time, then for single ones, and for the last eight elements. Vectors are
  /// counted from `index`.
  private func emitLoop(
    _ code: inout X86Assembler,
    _ body: (_ code: inout X86Assembler, _ vectors: Range<Int>, _ index: X86GeneralRegister) -> Void
  ) {
    code.mov(last, arguments[\.length])
    code.sub(last, 8)
    code.mov(index, 0)
    for count in [4, 1] {
      let (next, first) = (code.label(), code.label())
      code.jmp(first)
      code.bind(next)
      body(&code, -count..<0, index)
      code.bind(first)
      code.add(index, count * 8)
      code.cmp(index, arguments[\.length])
      code.jump(.lessOrEqual, next)
      code.sub(index, count * 8)
    }
    body(&code, 0..<1, last)
  }

  /// The `vector`th input vector after an element.
  private func input(_ vector: Int, _ index: X86GeneralRegister) -> X86Memory {
    X86Memory(arguments[\.input], index: index, scale: 4, vector * 32)
  }

  private func emitRange(_ code: inout X86Assembler) {
    let (lows, highs) = (Array(vectors[0..<4]), Array(vectors[4..<8])), (value, spare) = (vectors[8], vectors[9])
    for sum in lows + highs { code.vxorps(sum, sum, sum) }
    emitLoop(&code) { code, vectors, index in
      for (place, vector) in vectors.enumerated() {
        code.vmovups(value, input(vector, index))
        // `vminps` returns the second operand for NaN.
        code.vminps(lows[place], value, lows[place])
        code.vmaxps(highs[place], value, highs[place])
      }
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
    let (zeroPoint, inverse, lower, upper) = (vectors[0], vectors[1], vectors[2], vectors[3])
    let (half, sign, flip) = (vectors[4], vectors[5], vectors[6])
    for (register, field) in [
      (zeroPoint, \Constants.zeroPoint as PartialKeyPath), (inverse, \.inverse), (lower, \.lower), (upper, \.upper),
      (half, \.half), (sign, \.sign), (flip, \.flip),
    ] {
      code.vbroadcastss(register, X86Memory(arguments[\.constants], field))
    }
    emitLoop(&code) { code, places, index in
      let wholes = Array(vectors[7..<7 + places.count]), spare = vectors[11]
      for (whole, vector) in zip(wholes, places) {
        code.vmulps(whole, inverse, input(vector, index))
        code.vmaxps(whole, whole, lower)
        code.vminps(whole, upper, whole)
        // Truncated after adding almost ½ with its sign, a number is rounded to nearest, ties away from zero.
        code.vandps(spare, whole, sign)
        code.vxorps(spare, spare, half)
        code.vaddps(whole, whole, spare)
        code.vcvttps2dq(whole, whole)
        if routine == .bytes { code.vpaddd(whole, whole, zeroPoint) }
      }
      if routine == .bytes { return emitBytes(&code, wholes, flip: flip, spare, places.lowerBound, index) }
      for (whole, vector) in zip(wholes, places) {
        if routine == .floats {
          code.vcvtdq2ps(whole, whole)
          code.vmovups(X86Memory(arguments[\.output], index: index, scale: 4, vector * 32), whole)
        } else {
          code.vextracti128(low: spare, whole, 1)
          code.vpackssdw(low: whole, whole, spare)
          code.vmovups(X86Memory(arguments[\.output], index: index, scale: 2, vector * 16), low: whole)
        }
      }
    }
  }

  /// Stores signed bytes plus 128.
  private func emitBytes(
    _ code: inout X86Assembler, _ wholes: [X86VectorRegister], flip: X86VectorRegister, _ spare: X86VectorRegister,
    _ vector: Int, _ index: X86GeneralRegister
  ) {
    let first = wholes[0], target = X86Memory(arguments[\.output], index: index, scale: 1, vector * 8)
    guard wholes.count == 4 else {
      code.vextracti128(low: spare, first, 1)
      code.vpackssdw(low: first, first, spare)
      code.vpacksswb(low: first, first, first)
      code.vxorps(first, first, flip)
      return code.vmovq(target, low: first)
    }
    // Packing interleaves the halves of two vectors.
    for pair in [0, 2] {
      code.vpackssdw(wholes[pair], wholes[pair], wholes[pair + 1])
      code.vpermq(wholes[pair], wholes[pair], 0b11_01_10_00)
    }
    code.vpacksswb(first, first, wholes[2])
    code.vpermq(first, first, 0b11_01_10_00)
    code.vxorps(first, first, flip)
    code.vmovups(target, first)
  }
}
