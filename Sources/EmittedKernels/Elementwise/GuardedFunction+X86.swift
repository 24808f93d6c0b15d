import MachineCode
import TensorKernels

extension MachineGuardedFunction {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    EmittedRoutines(MachineGuardedFunction.Routine.allCases) { code, routine in
      GuardedFunctionEmitter(routine).emit(&code)
    }
  }
}

/// Emits a routine of ``MachineGuardedFunction``.
private struct GuardedFunctionEmitter {
  private typealias Constants = MachineGuardedFunction.Constants

  private let routine: MachineGuardedFunction.Routine
  private let registers: X86RegisterFile
  private let arguments: X86KeptArguments
  private let loop: RowLoop
  private let function: X86GeneralRegister
  /// The first register holds the argument and the result of the system's function.
  private let x: X86VectorRegister, r: X86VectorRegister, n: X86VectorRegister, square: X86VectorRegister
  private let value: X86VectorRegister
  /// Negative where the system's function is called.
  private let isOutside: X86VectorRegister
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

  init(_ routine: MachineGuardedFunction.Routine) {
    self.routine = routine
    var registers = X86KeptArguments.free
    arguments = X86KeptArguments(&registers)
    function = registers.general()
    (x, r, n) = (registers.vector(), registers.vector(), registers.vector())
    (square, value, isOutside) = (registers.vector(), registers.vector(), registers.vector())
    loop = arguments.loop(&registers)
    var numbers = X86MathConstants(in: arguments.constants, after: Constants.self)
    let angles: [MathConstant] = [.magnitude, .piHigh, .piMiddle, .piLow, .s2, .s1, .s0]
    let kept: [MathConstant] =
      switch routine {
      case .sine: [.angleLimit, .shift] + angles
      case .cosine: [.angleLimit, .oddShift, .minusHalf] + angles
      case .logarithm:
        [.normalBits, .rootHalf, .leastNormal, .fraction, .one, .l7, .l6, .l5, .l4, .l3, .l2, .l1, .l0, .log2Low]
          + [.minusHalf, .log2High]
      }
    var wide = X86RegisterFile(arguments: [], width: .bits512)
    _ = wide.vectors(registers.usedVectorCount)
    numbers.keep(kept, in: &registers)
    self.numbers = numbers
    self.registers = registers
    if MachineCodeSupport.vectorWidth == .bits512 {
      var numbers = X86MathConstants(in: arguments.constants, after: Constants.self)
      // The first ones, of which code of eight lanes has some, too, are in the same registers.
      numbers.keep(kept, in: &wide)
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
        emitGuard(&code, numbers)
        emitVector(&code, numbers)
        code.vtestps(isOutside, isOutside)
        loop.store(&code, output, value, isMasked: isMasked)
        code.jump(.equal, done)
        emitSystemFunction(&code)
        code.bind(done)
      }
    }
    code.leave(registers, frame: frame)
  }

  /// Which arguments the vectors do not hold for. Of numbers that are not negative, integers compare like numbers; a
  /// NaN is above all others.
  private func emitGuard(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    guard routine == .logarithm else {
      code.vandps(isOutside, x, numbers[.magnitude])
      return code.vpsubd(isOutside, numbers.register(.angleLimit), isOutside)
    }
    code.vpsubd(isOutside, x, numbers[.leastNormal])
    code.vpsubd(n, numbers.register(.normalBits), isOutside)
    code.vpor(isOutside, isOutside, n)
  }

  /// Sixteen elements at a time, up to the first ones of which one is outside.
  private func emitSixteen(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    let end = code.label()
    code.vectorWidth = .bits512
    numbers.load(&code)
    code.vectorWidth = .bits256
    loop.emitSixteen(&code) { code, offset in
      loop.load(&code, x, input, at: offset, isMasked: false)
      emitGuard(&code, numbers)
      code.vextracti32x8(low: n, isOutside, 1)
      code.vectorWidth = .bits256
      code.vpor(isOutside, isOutside, n)
      code.vtestps(isOutside, isOutside)
      let next = code.label()
      code.jump(.equal, next)
      code.sub(loop.index, 16)
      code.jmp(end)
      code.bind(next)
      code.vectorWidth = .bits512
      emitVector(&code, numbers)
      loop.store(&code, output, at: offset, value, isMasked: false)
    }
    code.bind(end)
  }

  /// The function of all lanes, in ``value``.
  private func emitVector(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    if routine == .logarithm { emitLogarithm(&code, numbers) } else { emitAngle(&code, numbers) }
  }

  /// `x = 2^n · (1 + f)` with √½ ≤ 1 + f < √2. The polynomial is fitted here by least squares; the result is within one
  /// unit in the last place.
  private func emitLogarithm(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    code.vpsubd(n, x, numbers[.rootHalf])
    code.vandps(r, n, numbers[.fraction])
    code.vpaddd(r, r, numbers[.rootHalf])
    code.vsubps(r, r, numbers[.one])
    code.vpsrad(n, n, 23)
    code.vcvtdq2ps(n, n)
    numbers.load(&code, .l8, into: value)
    for l in [MathConstant.l7, .l6, .l5, .l4, .l3, .l2, .l1, .l0] { code.vfmadd213ps(value, r, numbers[l]) }
    code.vmulps(square, r, r)
    code.vmulps(value, value, r)
    code.vmulps(value, value, square)
    code.vfmadd231ps(value, n, numbers[.log2Low])
    code.vfmadd231ps(value, square, numbers[.minusHalf])
    code.vaddps(value, value, r)
    code.vfmadd231ps(value, n, numbers[.log2High])
  }

  /// With |r| ≤ π / 2, `x = n · π + r` for a sine, which is that of r, negated for odd n; and `x = (n + 1/2) · π + r`
  /// for a cosine, which is the sine of r negated for even n.
  private func emitAngle(_ code: inout X86Assembler, _ numbers: X86MathConstants) {
    numbers.load(&code, .inversePi, into: n)
    if routine == .sine {
      code.vfmadd213ps(n, x, numbers[.shift])
      code.vsubps(square, n, numbers[.shift])
    } else {
      code.vfmadd213ps(n, x, numbers[.minusHalf])
      code.vaddps(n, n, numbers[.oddShift])
      code.vsubps(square, n, numbers[.oddShift])
      code.vsubps(square, square, numbers[.minusHalf])
    }
    code.vandps(r, x, x)
    for part in [MathConstant.piHigh, .piMiddle, .piLow] { code.vfnmadd231ps(r, square, numbers[part]) }
    code.vmulps(square, r, r)
    numbers.load(&code, .s3, into: value)
    for s in [MathConstant.s2, .s1, .s0] { code.vfmadd213ps(value, square, numbers[s]) }
    // r + r · r² · s.
    code.vmulps(value, value, square)
    code.vfmadd213ps(value, r, r)
    code.vpslld(n, n, 31)
    code.vxorps(value, value, n)
  }

  /// The system's function of the lanes that are outside.
  private func emitSystemFunction(_ code: inout X86Assembler) {
    code.vmovups(saved, x)
    code.mov(savedIndex, loop.index)
    for lane in 0..<8 { emitSystemFunction(&code, lane: lane) }
    // Functions preserve neither the loop's registers nor vectors.
    loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
    code.mov(loop.index, savedIndex)
    numbers.load(&code)
  }

  private func emitSystemFunction(_ code: inout X86Assembler, lane: Int) {
    let (skip, call) = (code.label(), code.label())
    let place = saved.advanced(by: lane * 4)
    // Lanes behind the last element of a row are zero, which may be outside.
    code.mov(function, savedIndex)
    code.add(function, lane)
    code.cmp(function, arguments.length)
    code.jump(.greaterOrEqual, skip)
    code.movsxd(function, place)
    if routine == .logarithm {
      code.sub(function, Int(MathConstant.leastNormal.value.bitPattern))
      code.jump(.less, call)
      code.cmp(function, Int(MathConstant.normalBits.value.bitPattern))
    } else {
      code.and(function, 0x7FFF_FFFF)
      code.cmp(function, Int(MathConstant.angleLimit.value.bitPattern))
    }
    code.jump(.lessOrEqual, skip)
    code.bind(call)
    code.vbroadcastss(x, place)
    code.mov(function, X86Memory(constants, \Constants.function))
    code.vzeroupper()
    code.call(function)
    code.mov(function, savedIndex)
    code.vmovss(X86Memory(output, index: function, scale: 4, lane * 4), x)
    code.bind(skip)
  }
}
