import MachineCode

extension PreparationCode {
  package static func x86(_: Void) -> EmittedRoutines<Routine>? {
    let emitter = PreparationEmitter()
    return EmittedRoutines(PreparationCode.Routine.allCases) { code, routine in emitter.emit(&code, routine) }
  }
}

/// Emits the routines of ``PreparationCode``.
private struct PreparationEmitter {
  private typealias Constants = PreparationCode.Constants

  private let arguments = X86ArgumentRegisters<PreparationCode.Arguments>()
  private let registers: X86RegisterFile
  private let third: X86GeneralRegister, sixth: X86GeneralRegister
  private let vectors: [X86VectorRegister]

  private var source: X86GeneralRegister { arguments[\.source] }
  private var target: X86GeneralRegister { arguments[\.target] }

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (third, sixth) = (registers.general(), registers.general())
    vectors = registers.vectors(16)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ routine: PreparationCode.Routine) {
    code.enter(registers)
    switch routine {
    case .halves: emitLoop(&code, emitHalves)
    case .zeroProducts:
      let (sums, zero, values) = (vectors[0], vectors[1], vectors[2])
      code.vxorps(sums, sums, sums)
      code.vxorps(zero, zero, zero)
      emitLoop(&code) { code in
        code.vmovups(values, X86Memory(source))
        code.vfmadd231ps(sums, values, zero)
        code.add(source, 32)
      }
      code.vmovups(X86Memory(target), sums)
    case .columns, .halfColumns:
      code.lea(third, X86Memory(source, index: arguments[\.sourceStep], scale: 2))
      code.add(third, arguments[\.sourceStep])
      code.lea(sixth, X86Memory(third, index: arguments[\.sourceStep], scale: 2))
      code.add(sixth, arguments[\.sourceStep])
      emitLoop(&code, routine == .columns ? emitColumns : emitHalfColumns)
    }
    code.leave(registers)
  }

  private func emitLoop(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    let next = code.here()
    body(&code)
    code.sub(arguments[\.count], 1)
    code.jump(.notEqual, next)
  }

  private func emitHalves(_ code: inout X86Assembler) {
    let constants = arguments[\.constants]
    let (value, sign, isLarge) = (vectors[0], vectors[1], vectors[2])
    code.vpmovzxwd(value, X86Memory(source))
    code.vpslld(sign, value, 16)
    code.vandps(sign, sign, X86Memory(constants, \Constants.sign))
    // The bits without the sign, at a float's position.
    code.vpslld(value, value, 17)
    code.vpsrld(value, value, 4)
    code.vmulps(value, value, X86Memory(constants, \Constants.scale))
    // Infinity and NaN became values above the largest half; setting all exponent bits restores them.
    code.vmovups(isLarge, X86Memory(constants, \Constants.largestHalf))
    code.vcmpltps(isLarge, isLarge, value)
    code.vandps(isLarge, isLarge, X86Memory(constants, \Constants.infinity))
    code.vpor(value, value, isLarge)
    code.vpor(value, value, sign)
    code.vmovups(X86Memory(target), value)
    code.add(source, 16)
    code.add(target, 32)
  }

  /// Eight rows from the current element on.
  private var rows: [X86Memory] {
    let step = arguments[\.sourceStep]
    return [
      X86Memory(source), X86Memory(source, index: step, scale: 1), X86Memory(source, index: step, scale: 2),
      X86Memory(third),
      X86Memory(source, index: step, scale: 4), X86Memory(third, index: step, scale: 2), X86Memory(sixth),
      X86Memory(third, index: step, scale: 4),
    ]
  }

  /// Transposes one element of eight rows.
  private func emitColumns(_ code: inout X86Assembler) {
    for (vector, row) in zip(vectors, rows) { code.vbroadcastss(vector, row) }
    for (distance, lanes) in [(1, 0b1010_1010), (2, 0b1100_1100), (4, 0b1111_0000)] as [(Int, UInt8)] {
      for index in stride(from: 0, to: 8, by: 2 * distance) {
        code.vpblendd(vectors[index], vectors[index], vectors[index + distance], lanes)
      }
    }
    code.vmovups(X86Memory(target), vectors[0])
    code.add(target, arguments[\.targetStep])
    for register in [source, third, sixth] { code.add(register, 4) }
  }

  /// Transposes sixteen halves of eight rows: a vector's lower lane holds terms 0 to 7, the upper one 8 to 15.
  private func emitHalfColumns(_ code: inout X86Assembler) {
    for (vector, row) in zip(vectors, rows) { code.vmovups(vector, row) }
    let (pairs, fours) = (Array(vectors[8..<12]), Array(vectors[12..<16]))
    let step = arguments[\.targetStep]
    // The row of term 8, eight rows below that of term 0.
    let upper = arguments[\.constants]
    code.lea(upper, X86Memory(target, index: step, scale: 8))
    for isHigh in [false, true] {
      for (index, pair) in pairs.enumerated() {
        let (left, right) = (vectors[2 * index], vectors[2 * index + 1])
        if isHigh { code.vpunpckhwd(pair, left, right) } else { code.vpunpcklwd(pair, left, right) }
      }
      for index in [0, 1] {
        code.vunpcklps(fours[2 * index], pairs[2 * index], pairs[2 * index + 1])
        code.vunpckhps(fours[2 * index + 1], pairs[2 * index], pairs[2 * index + 1])
      }
      for index in [0, 1] {
        for order in [0x44, 0xEE] as [UInt8] {
          code.vshufps(pairs[0], fours[index], fours[2 + index], order)
          code.vextractf128(X86Memory(target), pairs[0], 0)
          code.vextractf128(X86Memory(upper), pairs[0], 1)
          code.add(target, step)
          code.add(upper, step)
        }
      }
    }
    code.mov(target, upper)
    for register in [source, third, sixth] { code.add(register, 32) }
  }
}
