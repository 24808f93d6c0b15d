import MachineCode
import TensorKernels

extension MachineRowNormalization {
  static func x86(_: Void) -> EmittedRoutines<Routine>? {
    let emitter = RowNormalizationEmitter()
    return EmittedRoutines(MachineRowNormalization.Routine.allCases) { code, routine in emitter.emit(&code, routine) }
  }
}

/// Emits the routines of ``MachineRowNormalization``.
private struct RowNormalizationEmitter {
  private typealias Constants = MachineRowNormalization.Constants

  private let registers: X86RegisterFile
  private let arguments: X86KeptArguments
  private let function: X86GeneralRegister
  private let loop: RowLoop
  private let maximum: RowMaximumEmitter
  /// Argument and result of the logarithm: the first register.
  private let value: X86VectorRegister
  private let largest: X86VectorRegister, sum: X86VectorRegister, beta: X86VectorRegister
  private let power: X86Exponential
  /// In the stack frame, which keeps the stack aligned to 16 bytes for calls.
  private let savedLargest = X86Memory(.rsp), savedLogarithm = X86Memory(.rsp, 32)
  private let frame = X86Assembler.Frame.bytes(64)

  private var input: X86GeneralRegister { arguments.input }
  private var output: X86GeneralRegister { arguments.output }
  private var constants: X86GeneralRegister { arguments.constants }

  init() {
    var registers = X86KeptArguments.free
    arguments = X86KeptArguments(&registers)
    // Unused once the loop restarts.
    function = registers.general()
    value = registers.vector()
    let other = registers.vector()
    (largest, sum, beta) = (registers.vector(), registers.vector(), registers.vector())
    loop = arguments.loop(&registers)
    maximum = RowMaximumEmitter(loop: loop, largest: largest, value: value, other: other)
    let (n, p) = (registers.vector(), registers.vector())
    var numbers = X86MathConstants(in: arguments.constants, after: Constants.self)
    numbers.keep(X86Exponential.decayConstants, in: &registers)
    power = X86Exponential(constants: numbers, t: value, power: n, p: p, other: other)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ routine: MachineRowNormalization.Routine) {
    code.enter(registers, frame: frame)
    arguments.emitRows(&code) { code in emitRow(&code, routine) }
    code.leave(registers, frame: frame)
  }

  private func emitRow(_ code: inout X86Assembler, _ routine: MachineRowNormalization.Routine) {
    loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
    code.vmovups(beta, X86Memory(constants, \Constants.beta))
    maximum.emit(&code, of: input, lowest: X86Memory(constants, \Constants.lowest))

    power.constants.load(&code)
    code.vxorps(sum, sum, sum)
    loop.emit(&code) { code, isMasked in
      loop.load(&code, value, input, isMasked: isMasked)
      code.vsubps(value, value, largest)
      if routine == .scaledSoftmax { code.vmulps(value, value, beta) }
      power.emitDecay(&code)
      if isMasked { code.vandps(power.p, power.p, loop.mask) }
      code.vaddps(sum, sum, power.p)
      if routine != .logSoftmax { loop.store(&code, output, power.p, isMasked: isMasked) }
    }
    code.combineLanes(of: sum, spare: power.other) { code, result, left, right in code.vaddps(result, left, right) }

    switch routine {
    case .softmax, .scaledSoftmax:
      code.vmovups(value, power.constants.memory(.one))
      code.vdivps(sum, value, sum)
      loop.emitWide(&code) { code, offset, isMasked in
        loop.load(&code, value, output, at: offset, isMasked: isMasked)
        code.vmulps(value, value, sum)
        loop.store(&code, output, at: offset, value, isMasked: isMasked)
      }
    case .logSoftmax:
      emitLogarithm(&code)
      loop.emitWide(&code) { code, offset, isMasked in
        loop.load(&code, value, input, at: offset, isMasked: isMasked)
        code.vsubps(value, value, largest)
        code.vsubps(value, value, sum)
        loop.store(&code, output, at: offset, value, isMasked: isMasked)
      }
    }
  }

  /// Replaces the sum by its logarithm; preserves the loop and the maximum.
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
    loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
  }
}
