import MachineCode

extension X86Emitter {
  static func rowNormalizations() -> EmittedRoutines<MachineRowNormalization.Routine>? {
    let emitter = RowNormalizationEmitter()
    var code = X86Assembler()
    var offsets: [MachineRowNormalization.Routine: Int] = [:]
    for routine in MachineRowNormalization.Routine.allCases {
      offsets[routine] = code.bytes.count
      emitter.emit(&code, routine)
    }
    return EmittedRoutines(code: code.finished(), offsets: offsets)
  }
}

/// Emits the routines of ``MachineRowNormalization``.
private struct RowNormalizationEmitter {
  private typealias Constants = MachineRowNormalization.Constants

  private let arguments = X86ArgumentRegisters<MachineRowNormalization.Arguments>()
  private let registers: X86RegisterFile
  // Registers that a called function preserves.
  private let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  private let rowsLeft: X86GeneralRegister, length: X86GeneralRegister
  private let function: X86GeneralRegister
  private let loop: RowLoop
  /// The first register holds the argument and the result of the logarithm.
  private let value: X86VectorRegister, other: X86VectorRegister
  private let largest: X86VectorRegister, sum: X86VectorRegister, beta: X86VectorRegister
  private let power: X86Exponential, kept: X86VectorRegister
  /// In the stack frame, which keeps the stack on a 16-byte boundary for calls.
  private let savedLargest = X86Memory(.rsp), savedLogarithm = X86Memory(.rsp, 32)
  private let frame = X86Assembler.Frame.bytes(64)

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (input, output, constants) = (registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral())
    (rowsLeft, length) = (registers.keptGeneral(), registers.keptGeneral())
    // The arguments have been copied, and the function is no longer needed once the loop begins again.
    function = registers.general()
    (value, other, largest) = (registers.vector(), registers.vector(), registers.vector())
    (sum, beta) = (registers.vector(), registers.vector())
    power = X86Exponential(
      constants: constants, byteOffset: MemoryLayout<Constants>.stride, t: value, power: registers.vector(),
      p: registers.vector(), other: other)
    loop = RowLoop(
      index: arguments[\.input], wholeCount: arguments[\.output], restCount: arguments[\.constants],
      mask: registers.vector())
    kept = registers.vector()
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ routine: MachineRowNormalization.Routine) {
    code.enter(registers, frame: frame)
    code.mov(input, arguments[\.input])
    code.mov(output, arguments[\.output])
    code.mov(constants, arguments[\.constants])
    code.mov(rowsLeft, arguments[\.rows])
    code.mov(length, arguments[\.length])
    let nextRow = code.here()
    loop.begin(&code, length: length, masks: \Constants.masks.clear, in: constants)
    code.vmovups(beta, X86Memory(constants, \Constants.beta))

    code.vmovups(largest, X86Memory(constants, \Constants.lowest))
    loop.emit(&code) { code, isMasked in
      loop.load(&code, value, input, isMasked: isMasked)
      if isMasked {
        code.vmovups(other, X86Memory(constants, \Constants.lowest))
        code.vblendvps(value, other, value, mask: loop.mask)
      }
      // If either operand is NaN, the instruction gives the second one, so a NaN is never the largest.
      code.vmaxps(largest, value, largest)
    }
    emitFold(&code, largest) { code, result, left, right in code.vmaxps(result, left, right) }

    code.vxorps(sum, sum, sum)
    loop.emit(&code) { code, isMasked in
      loop.load(&code, value, input, isMasked: isMasked)
      code.vsubps(value, value, largest)
      if routine == .softmax { code.vmulps(value, value, beta) }
      power.emitDecay(&code, kept: kept)
      if isMasked { code.vandps(power.p, power.p, loop.mask) }
      code.vaddps(sum, sum, power.p)
      if routine == .softmax { loop.store(&code, output, power.p, isMasked: isMasked) }
    }
    emitFold(&code, sum) { code, result, left, right in code.vaddps(result, left, right) }

    switch routine {
    case .softmax:
      code.vmovups(value, power.memory(.one))
      code.vdivps(sum, value, sum)
      loop.emit(&code) { code, isMasked in
        loop.load(&code, value, output, isMasked: isMasked)
        code.vmulps(value, value, sum)
        loop.store(&code, output, value, isMasked: isMasked)
      }
    case .logSoftmax:
      emitLogarithm(&code)
      loop.emit(&code) { code, isMasked in
        loop.load(&code, value, input, isMasked: isMasked)
        code.vsubps(value, value, largest)
        code.vsubps(value, value, sum)
        loop.store(&code, output, value, isMasked: isMasked)
      }
    }
    code.lea(input, X86Memory(input, index: length, scale: 4))
    code.lea(output, X86Memory(output, index: length, scale: 4))
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers, frame: frame)
  }

  /// All lanes combined, in all lanes.
  private func emitFold(
    _ code: inout X86Assembler, _ lanes: X86VectorRegister,
    _ combine: (inout X86Assembler, X86VectorRegister, X86VectorRegister, X86VectorRegister) -> Void
  ) {
    code.vperm2f128(other, lanes, lanes, 1)
    combine(&code, lanes, other, lanes)
    code.vshufps(other, lanes, lanes, 0x4E)
    combine(&code, lanes, other, lanes)
    code.vshufps(other, lanes, lanes, 0xB1)
    combine(&code, lanes, other, lanes)
  }

  /// The logarithm of the sum in place of the sum; the loop and the largest value are as before.
  private func emitLogarithm(_ code: inout X86Assembler) {
    code.vmovups(savedLargest, largest)
    code.vmovups(savedLogarithm, sum)
    code.vbroadcastss(value, savedLogarithm)
    code.mov(function, X86Memory(constants, \Constants.logarithm))
    code.vzeroupper()
    code.call(function)
    code.vmovss(savedLogarithm, value)
    code.vbroadcastss(sum, savedLogarithm)
    code.vmovups(largest, savedLargest)
    loop.begin(&code, length: length, masks: \Constants.masks.clear, in: constants)
  }
}
