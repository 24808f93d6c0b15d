import MachineCode
import TensorKernels

extension MachineScaledSums {
  static func x86(_: Void) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    let (sums, output, bias) = (arguments[\.sums], arguments[\.output], arguments[\.bias])
    let constants = arguments[\.constants]
    var registers = X86RegisterFile(arguments: arguments.all)
    let (index, channels, last) = (registers.general(), registers.general(), registers.general())
    let (scale, lower, upper) = (registers.vector(), registers.vector(), registers.vector())
    let value = registers.vector()

    var code = X86Assembler()
    func emitEight(_ index: X86GeneralRegister) {
      code.vmovups(value, X86Memory(sums, index: index, scale: 4))
      code.vmulps(value, value, X86Memory(constants, index: index, scale: 4, MemoryLayout<Constants>.stride))
      code.vmulps(value, value, scale)
      code.vaddps(value, value, X86Memory(bias, index: index, scale: 4))
      // `vmaxps` and `vminps` return the second operand for NaN, so NaN persists.
      code.vmaxps(value, lower, value)
      code.vminps(value, upper, value)
      code.vmovups(X86Memory(output, index: index, scale: 4), value)
    }
    code.enter(registers)
    code.vbroadcastss(scale, X86Memory(arguments[\.scale]))
    code.vbroadcastss(value, X86Memory(constants, \Constants.scale))
    code.vmulps(scale, scale, value)
    code.vmovups(lower, X86Memory(constants, \Constants.lower))
    code.vmovups(upper, X86Memory(constants, \Constants.upper))
    code.mov(channels, X86Memory(constants, \Constants.channels))
    code.mov(last, channels)
    code.sub(last, 8)
    let nextRow = code.here(), end = code.label()
    code.mov(index, 0)
    let next = code.here()
    code.cmp(index, last)
    code.jump(.greaterOrEqual, end)
    emitEight(index)
    code.add(index, 8)
    code.jmp(next)
    code.bind(end)
    emitEight(last)
    code.lea(sums, X86Memory(sums, index: channels, scale: 4))
    code.lea(output, X86Memory(output, index: channels, scale: 4))
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
    return code.finished()
  }
}
