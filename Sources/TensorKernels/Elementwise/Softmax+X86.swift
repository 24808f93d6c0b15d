import MachineCode

extension X86Emitter {
  static func softmax() -> [UInt8]? {
    var code = X86Assembler()
    SoftmaxEmitter().emit(&code)
    return code.finished()
  }
}

/// Emits the routine of a ``MachineSoftmax``.
private struct SoftmaxEmitter {
  private typealias Constants = MachineSoftmax.Constants

  private let arguments = X86ArgumentRegisters<MachineSoftmax.Arguments>()
  private let registers: X86RegisterFile
  // Registers that a called function preserves.
  private let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  private let rowsLeft: X86GeneralRegister, length: X86GeneralRegister, index: X86GeneralRegister
  private let function: X86GeneralRegister
  private let value: X86VectorRegister, other: X86VectorRegister, mask: X86VectorRegister
  /// In the stack frame: the largest value of the row, and the sum.
  private let largest = X86Memory(.rsp), sum = X86Memory(.rsp, 32)
  /// Keeps the stack on a 16-byte boundary for calls.
  private let frame = X86Assembler.Frame.bytes(72)

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (input, output, constants) = (registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral())
    (rowsLeft, length, index) = (registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral())
    function = registers.general()
    // The first register holds the argument and the result of the exponential function.
    (value, other, mask) = (registers.vector(), registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers, frame: frame)
    code.mov(input, arguments[\.input])
    code.mov(output, arguments[\.output])
    code.mov(constants, arguments[\.constants])
    code.mov(rowsLeft, arguments[\.rows])
    code.mov(length, arguments[\.length])
    let nextRow = code.here()

    code.vmovups(other, X86Memory(constants, \Constants.lowest))
    emitLoop(&code) { code in
      code.vbroadcastss(value, X86Memory(input, index: index, scale: 4))
      // If either operand is NaN, the instruction gives the second one.
      code.vmaxps(other, value, other)
    }
    code.vmovups(largest, other)
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

    code.lea(input, X86Memory(input, index: length, scale: 4))
    code.lea(output, X86Memory(output, index: length, scale: 4))
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers, frame: frame)
  }

  /// `body` for each element of a row, at ``index``.
  private func emitLoop(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    code.mov(index, 0)
    let next = code.here()
    body(&code)
    code.add(index, 1)
    code.cmp(index, length)
    code.jump(.less, next)
  }
}
