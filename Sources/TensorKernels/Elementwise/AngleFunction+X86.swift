import MachineCode

extension X86Emitter {
  static func angleFunctions() -> EmittedRoutines<MachineAngleFunction.Routine>? {
    var code = X86Assembler()
    var offsets: [MachineAngleFunction.Routine: Int] = [:]
    for routine in MachineAngleFunction.Routine.allCases {
      offsets[routine] = code.bytes.count
      AngleFunctionEmitter(routine).emit(&code)
    }
    return EmittedRoutines(code: code.finished(), offsets: offsets)
  }
}

/// Emits a routine of ``MachineAngleFunction``.
private struct AngleFunctionEmitter {
  private typealias Constants = MachineAngleFunction.Constants

  private let routine: MachineAngleFunction.Routine
  private let arguments = X86ArgumentRegisters<MachineAngleFunction.Arguments>()
  private let registers: X86RegisterFile
  // Registers that a called function preserves.
  private let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  private let loop: RowLoop
  private let function: X86GeneralRegister
  /// The first register holds the argument and the result of the system's function.
  private let x: X86VectorRegister, r: X86VectorRegister, n: X86VectorRegister, square: X86VectorRegister
  private let sine: X86VectorRegister, cosine: X86VectorRegister, isLarge: X86VectorRegister
  /// In the stack frame, which keeps the stack on a 16-byte boundary for calls: the arguments of a vector.
  private let saved = X86Memory(.rsp)
  private let frame = X86Assembler.Frame.bytes(40)

  init(_ routine: MachineAngleFunction.Routine) {
    self.routine = routine
    var registers = X86RegisterFile(arguments: arguments.all)
    (input, output, constants) = (registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral())
    let (index, wholeCount, restCount) = (
      registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral()
    )
    function = registers.general()
    (x, r, n) = (registers.vector(), registers.vector(), registers.vector())
    (square, sine, cosine) = (registers.vector(), registers.vector(), registers.vector())
    isLarge = registers.vector()
    loop = RowLoop(index: index, wholeCount: wholeCount, restCount: restCount, mask: registers.vector())
    self.registers = registers
  }

  private func memory(_ constant: MathConstant) -> X86Memory {
    X86Memory(constants, constant.byteOffset(after: Constants.self))
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers, frame: frame)
    code.mov(input, arguments[\.input])
    code.mov(output, arguments[\.output])
    code.mov(constants, arguments[\.constants])
    loop.begin(&code, length: arguments[\.length], masks: \Constants.masks.clear, in: constants)
    loop.emit(&code) { code, isMasked in
      let done = code.label()
      loop.load(&code, x, input, isMasked: isMasked)
      code.vandps(isLarge, x, memory(.magnitude))
      code.vmovups(n, memory(.angleLimit))
      code.vcmpltps(isLarge, n, isLarge)
      emitVector(&code)
      code.vtestps(isLarge, isLarge)
      // The input may be where the output is.
      code.vmovups(saved, x)
      loop.store(&code, output, sine, isMasked: isMasked)
      code.jump(.equal, done)
      for lane in 0..<8 { emitLarge(&code, lane: lane) }
      code.bind(done)
    }
    code.leave(registers, frame: frame)
  }

  /// The function of all lanes, in ``sine``: `x = n · π/2 + r`; even n choose the sine of r, odd ones the cosine, and
  /// the second bit of n the sign. A cosine is the sine for the next n.
  private func emitVector(_ code: inout X86Assembler) {
    code.vmovups(n, memory(.inverseQuarter))
    code.vfmadd213ps(n, x, memory(.shift))
    code.vsubps(square, n, memory(.shift))
    code.vandps(r, x, x)
    for part in [MathConstant.quarterHigh, .quarterMiddle, .quarterLow] {
      code.vfnmadd231ps(r, square, memory(part))
    }
    if routine == .cosine { code.vpaddd(n, n, memory(.unit)) }
    code.vmulps(square, r, r)
    code.vmovups(sine, memory(.s2))
    code.vmovups(cosine, memory(.c2))
    for (s, c) in [(MathConstant.s1, MathConstant.c1), (.s0, .c0)] {
      code.vfmadd213ps(sine, square, memory(s))
      code.vfmadd213ps(cosine, square, memory(c))
    }
    // r + r · r² · s, and (1 − r² / 2) + r⁴ · c.
    code.vfmadd213ps(cosine, square, memory(.minusHalf))
    code.vfmadd213ps(cosine, square, memory(.one))
    code.vmulps(sine, sine, square)
    code.vfmadd213ps(sine, r, r)
    code.vpslld(square, n, 31)
    code.vblendvps(sine, sine, cosine, mask: square)
    code.vpsrld(n, n, 1)
    code.vpslld(n, n, 31)
    code.vxorps(sine, sine, n)
  }

  /// The system's function of one lane, if its magnitude is above the limit.
  private func emitLarge(_ code: inout X86Assembler, lane: Int) {
    let skip = code.label()
    let place = saved.advanced(by: lane * 4)
    code.movsxd(function, place)
    code.and(function, 0x7FFF_FFFF)
    code.cmp(function, Int(MathConstant.angleLimit.value.bitPattern))
    code.jump(.lessOrEqual, skip)
    code.vbroadcastss(x, place)
    code.mov(function, X86Memory(constants, \Constants.function))
    code.vzeroupper()
    code.call(function)
    code.vmovss(X86Memory(output, index: loop.index, scale: 4, lane * 4), x)
    code.vmovups(loop.mask, X86Memory(constants, index: loop.restCount, scale: 4, (\Constants.masks.clear).byteOffset))
    code.bind(skip)
  }
}
