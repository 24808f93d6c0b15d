import MachineCode
import TensorKernels

extension MachineSoftmax {
  package static func x86(_: Void) -> [UInt8]? {
    var code = X86Assembler()
    SoftmaxEmitter().emit(&code)
    return code.finished()
  }
}

/// Emits the routine of a ``MachineSoftmax``.
private struct SoftmaxEmitter {
  private typealias Constants = MachineSoftmax.Constants

  private let registers: X86RegisterFile
  private let arguments: X86KeptArguments
  /// The current element, callee-saved.
  private let index: X86GeneralRegister
  private let function: X86GeneralRegister
  private let maximum: RowMaximumEmitter
  private let value: X86VectorRegister, other: X86VectorRegister, mask: X86VectorRegister
  /// The row's maximum and the sum, in the stack frame.
  private let largest = X86Memory(.rsp), sum = X86Memory(.rsp, 32)
  /// Keeps the stack aligned to 16 bytes for calls.
  private let frame = X86Assembler.Frame.bytes(72)

  private var input: X86GeneralRegister { arguments.input }
  private var output: X86GeneralRegister { arguments.output }
  private var constants: X86GeneralRegister { arguments.constants }

  init() {
    var registers = X86KeptArguments.free
    arguments = X86KeptArguments(&registers)
    index = registers.calleeSaved()
    function = registers.general()
    // The first register has argument and result of the exponential.
    (value, other, mask) = (registers.vector(), registers.vector(), registers.vector())
    maximum = RowMaximumEmitter(
      loop: arguments.loop(&registers), largest: registers.vector(), value: value, other: other)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers, frame: frame)
    arguments.emitRows(&code) { code in emitRow(&code) }
    code.leave(registers, frame: frame)
  }

  private func emitRow(_ code: inout X86Assembler) {
    maximum.loop.begin(&code, length: arguments.length, masks: \Constants.masks.clear, in: constants)
    maximum.emit(&code, of: input, lowest: X86Memory(constants, \Constants.lowest))
    code.vmovups(largest, maximum.largest)
    code.vxorps(other, other, other)
    code.vmovups(sum, other)

    emitLoop(&code) { code in
      code.vbroadcastss(value, X86Memory(input, index: index, scale: 4))
      code.vmovups(other, largest)
      code.vsubps(value, value, other)
      code.vmulps(value, value, X86Memory(constants, \Constants.beta))
      code.mov(function, X86Memory(constants, \Constants.exponential))
      code.vzeroupper()
      code.call(function)
      code.vmovups(mask, X86Memory(constants, \Constants.firstLane))
      code.vmaskmovps(X86Memory(output, index: index, scale: 4), mask: mask, value)
      code.vaddps(value, value, sum)
      code.vmovups(sum, value)
    }

    code.vbroadcastss(other, sum)
    code.vmovups(mask, X86Memory(constants, \Constants.firstLane))
    emitLoop(&code) { code in
      code.vbroadcastss(value, X86Memory(output, index: index, scale: 4))
      code.vdivps(value, value, other)
      code.vmaskmovps(X86Memory(output, index: index, scale: 4), mask: mask, value)
    }
  }

  /// Emits `body` for each element of a row, at ``index``.
  private func emitLoop(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    code.mov(index, 0)
    let next = code.here()
    body(&code)
    code.add(index, 1)
    code.cmp(index, arguments.length)
    code.jump(.less, next)
  }
}
