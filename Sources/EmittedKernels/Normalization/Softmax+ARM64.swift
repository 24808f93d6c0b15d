import MachineCode
import TensorKernels

extension MachineSoftmax {
  package static func arm64(_: Void) -> [UInt8]? {
    var code = ARM64Assembler()
    ARM64SoftmaxEmitter().emit(&code)
    return code.finished()
  }
}

/// Emits the routine of a ``MachineSoftmax``. Only the first lanes of vectors matter.
private struct ARM64SoftmaxEmitter {
  private typealias Constants = MachineSoftmax.Constants

  private let arguments = ARM64ArgumentRegisters<RowRoutine.Arguments>()
  private let registers: ARM64RegisterFile
  // Callee-saved registers.
  private let input: ARM64GeneralRegister, output: ARM64GeneralRegister, constants: ARM64GeneralRegister
  private let rowsLeft: ARM64GeneralRegister, byteCount: ARM64GeneralRegister, index: ARM64GeneralRegister
  private let function: ARM64GeneralRegister
  private let largest: ARM64VectorRegister, sum: ARM64VectorRegister, beta: ARM64VectorRegister
  /// The first register, with argument and result of the exponential, and two others.
  private let value: ARM64VectorRegister, chosen: ARM64VectorRegister

  init() {
    var registers = ARM64RegisterFile(arguments: arguments.all, allVectors: true)
    (input, output, constants) = (registers.calleeSaved(), registers.calleeSaved(), registers.calleeSaved())
    (rowsLeft, byteCount, index) = (registers.calleeSaved(), registers.calleeSaved(), registers.calleeSaved())
    function = registers.calleeSaved()
    (value, chosen) = (registers.vector(), registers.vector())
    // The last registers, whose lower halves are callee-saved.
    let kept = registers.highVectors(3)
    (largest, sum, beta) = (kept[0], kept[1], kept[2])
    self.registers = registers
  }

  func emit(_ code: inout ARM64Assembler) {
    code.enter(registers, frame: .caller())
    code.mov(input, arguments[\.input])
    code.mov(output, arguments[\.output])
    code.mov(constants, arguments[\.constants])
    code.mov(rowsLeft, arguments[\.rows])
    code.lsl(byteCount, arguments[\.length], 2)
    code.ldr(s: beta, ARM64Memory(constants, \Constants.beta))
    code.ldr(function, ARM64Memory(constants, \Constants.exponential))
    let nextRow = code.here()

    code.ldr(s: largest, ARM64Memory(constants, \Constants.lowest))
    emitLoop(&code) { code in
      code.ldr(s: value, ARM64Memory(input, index: index))
      // NaN is ignored.
      code.raise(largest, to: value, chosen: chosen)
    }
    code.movi(sum, 0)
    emitLoop(&code) { code in
      code.ldr(s: value, ARM64Memory(input, index: index))
      code.fsub(value, value, largest)
      code.fmul(value, value, beta)
      code.blr(function)
      code.str(s: value, ARM64Memory(output, index: index))
      code.fadd(sum, sum, value)
    }
    emitLoop(&code) { code in
      code.ldr(s: value, ARM64Memory(output, index: index))
      code.fdiv(value, value, sum)
      code.str(s: value, ARM64Memory(output, index: index))
    }

    code.add(input, input, byteCount)
    code.add(output, output, byteCount)
    code.subs(rowsLeft, rowsLeft, 1)
    code.b(.notEqual, nextRow)
    code.leave(registers, frame: .caller())
  }

  /// Emits `body` for each element of a row, at ``index``.
  private func emitLoop(_ code: inout ARM64Assembler, _ body: (inout ARM64Assembler) -> Void) {
    code.mov(index, 0)
    let next = code.here()
    body(&code)
    code.add(index, index, 4)
    code.cmp(index, byteCount)
    code.b(.less, next)
  }
}
