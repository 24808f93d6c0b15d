import MachineCode

extension MachineAngleFunction {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    EmittedRoutines(MachineAngleFunction.Routine.allCases) { code, routine in AngleFunctionEmitter(routine).emit(&code)
    }
  }
}

/// Emits a routine of ``MachineAngleFunction``.
private struct AngleFunctionEmitter {
  private typealias Constants = MachineAngleFunction.Constants

  private let routine: MachineAngleFunction.Routine
  private let registers: X86RegisterFile
  private let arguments: X86KeptArguments
  private let loop: RowLoop
  private let function: X86GeneralRegister
  /// The first register holds the argument and the result of the system's function.
  private let x: X86VectorRegister, r: X86VectorRegister, n: X86VectorRegister, square: X86VectorRegister
  private let sine: X86VectorRegister, isLarge: X86VectorRegister
  private let numbers: X86MathConstants
  /// Those of sixteen lanes, in registers beyond the others; nil if the processor has none.
  private let wideNumbers: X86MathConstants?
  /// In the stack frame, which keeps the stack on a 16-byte boundary for calls: the arguments of a vector, and
  /// its place.
  private let saved = X86Memory(.rsp), savedIndex = X86Memory(.rsp, 32)
  private let frame = X86Assembler.Frame.bytes(64)

  private var input: X86GeneralRegister { arguments.input }
  private var output: X86GeneralRegister { arguments.output }
  private var constants: X86GeneralRegister { arguments.constants }

  init(_ routine: MachineAngleFunction.Routine) {
    self.routine = routine
    var registers = X86KeptArguments.free
    arguments = X86KeptArguments(&registers)
    function = registers.general()
    (x, r, n) = (registers.vector(), registers.vector(), registers.vector())
    (square, sine, isLarge) = (registers.vector(), registers.vector(), registers.vector())
    loop = arguments.loop(&registers)
    var numbers = X86MathConstants(in: arguments.constants, after: Constants.self)
    let shift: [MathConstant] = routine == .sine ? [.shift] : [.oddShift, .minusHalf]
    let kept = [.angleLimit] + shift + [.magnitude, .piHigh, .piMiddle, .piLow, .s2, .s1, .s0]
    var wide = X86RegisterFile(arguments: [], width: .bits512)
    _ = wide.vectors(registers.usedVectorCount)
    numbers.keep(kept, in: &registers)
    self.numbers = numbers
    self.registers = registers
    if MachineCodeSupport.vectorWidth == .bits512 {
      var numbers = X86MathConstants(in: arguments.constants, after: Constants.self)
      // The first ones, of which code of eight lanes has some, too, are in the same registers.
      numbers.keep(kept + [.inversePi, .s3], in: &wide)
      wideNumbers = numbers
    } else {
      wideNumbers = nil
    }
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers, frame: frame)
    arguments.emitRows(&code) { code in
      loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
      if let wideNumbers { emitSixteen(&code, wideNumbers) } else { numbers.load(&code) }
      loop.emit(&code, fromStart: wideNumbers == nil) { code, isMasked in
        let done = code.label()
        loop.load(&code, x, input, isMasked: isMasked)
        code.vandps(isLarge, x, numbers[.magnitude])
        code.vcmpltps(isLarge, numbers.register(.angleLimit), isLarge)
        emitVector(&code, numbers)
        code.vtestps(isLarge, isLarge)
        loop.store(&code, output, sine, isMasked: isMasked)
        code.jump(.equal, done)
        emitLarge(&code)
        code.bind(done)
      }
    }
    code.leave(registers, frame: frame)
  }

  /// Sixteen elements at a time, up to the first ones with a magnitude above the limit.
  private func emitSixteen(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    let end = code.label()
    code.vectorWidth = .bits512
    numbers.load(&code)
    code.vectorWidth = .bits256
    loop.emitSixteen(&code) { code, offset in
      loop.load(&code, x, input, at: offset, isMasked: false)
      code.vandps(isLarge, x, numbers[.magnitude])
      code.vextracti32x8(low: n, isLarge, 1)
      code.vectorWidth = .bits256
      // Of magnitudes, integers compare like numbers; a NaN is above the limit.
      code.vpmaxsd(isLarge, isLarge, n)
      code.vpsubd(isLarge, numbers.register(.angleLimit), isLarge)
      code.vtestps(isLarge, isLarge)
      let next = code.label()
      code.jump(.equal, next)
      code.sub(loop.index, 16)
      code.jmp(end)
      code.bind(next)
      code.vectorWidth = .bits512
      emitVector(&code, numbers)
      loop.store(&code, output, at: offset, sine, isMasked: false)
    }
    code.bind(end)
  }

  /// The function of all lanes, in ``sine``. With |r| ≤ π / 2, `x = n · π + r` for a sine, which is that of r, negated
  /// for odd n; and `x = (n + 1/2) · π + r` for a cosine, which is the sine of r negated for even n.
  private func emitVector(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    numbers.load(&code, .inversePi, into: n)
    switch routine {
    case .sine:
      code.vfmadd213ps(n, x, numbers[.shift])
      code.vsubps(square, n, numbers[.shift])
    case .cosine:
      code.vfmadd213ps(n, x, numbers[.minusHalf])
      code.vaddps(n, n, numbers[.oddShift])
      code.vsubps(square, n, numbers[.oddShift])
      code.vsubps(square, square, numbers[.minusHalf])
    }
    code.vandps(r, x, x)
    for part in [MathConstant.piHigh, .piMiddle, .piLow] { code.vfnmadd231ps(r, square, numbers[part]) }
    code.vmulps(square, r, r)
    numbers.load(&code, .s3, into: sine)
    for s in [MathConstant.s2, .s1, .s0] { code.vfmadd213ps(sine, square, numbers[s]) }
    // r + r · r² · s.
    code.vmulps(sine, sine, square)
    code.vfmadd213ps(sine, r, r)
    code.vpslld(n, n, 31)
    code.vxorps(sine, sine, n)
  }

  /// The system's function of the lanes whose magnitude is above the limit.
  private func emitLarge(_ code: inout X86Assembler) {
    code.vmovups(saved, x)
    code.mov(savedIndex, loop.index)
    for lane in 0..<8 { emitLarge(&code, lane: lane) }
    // Functions preserve neither the loop's registers nor vectors.
    loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
    code.mov(loop.index, savedIndex)
    numbers.load(&code)
  }

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
    code.mov(function, savedIndex)
    code.vmovss(X86Memory(output, index: function, scale: 4, lane * 4), x)
    code.bind(skip)
  }
}
