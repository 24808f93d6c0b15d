import MachineCode

extension LongComparison {
  static func x86(_ routine: Routine) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    var registers = X86RegisterFile(arguments: arguments.all)
    let (x, y, result) = (registers.vectors(2), registers.vectors(2), registers.vectors(2)), one = registers.vector()
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    var code = X86Assembler()
    code.enter(registers)
    for half in 0..<2 {
      if routine.broadcast == .left { code.vbroadcastsd(x[half], X86Memory(left)) }
      if routine.broadcast == .right { code.vbroadcastsd(y[half], X86Memory(right)) }
    }
    code.vpcmpeqq(one, one, one)
    code.vpsrld(one, one, 31)
    let next = code.here()
    for half in 0..<2 {
      if routine.broadcast != .left { code.vmovups(x[half], X86Memory(left, half * 32)) }
      if routine.broadcast != .right { code.vmovups(y[half], X86Memory(right, half * 32)) }
      switch routine.comparison {
      case .less: code.vpcmpgtq(result[half], y[half], x[half])
      case .lessOrEqual: code.vpcmpgtq(result[half], x[half], y[half])
      default: code.vpcmpeqq(result[half], x[half], y[half])
      }
    }
    // The lower halves of the results, in order.
    code.vshufps(result[0], result[0], result[1], 0b10_00_10_00)
    code.vpermq(result[0], result[0], 0b11_01_10_00)
    if routine.comparison == .equal || routine.comparison == .less {
      code.vpand(result[0], result[0], one)
    } else {
      // Of the opposite.
      code.vpaddd(result[0], result[0], one)
    }
    code.vextracti128(low: result[1], result[0], 1)
    code.vpackssdw(low: result[0], result[0], result[1])
    code.vpackuswb(low: result[0], result[0], result[0])
    code.vmovq(X86Memory(output), low: result[0])
    if routine.broadcast != .left { code.add(left, 64) }
    if routine.broadcast != .right { code.add(right, 64) }
    code.add(output, 8)
    code.sub(arguments[\.count], 8)
    code.jump(.notEqual, next)
    code.leave(registers)
    return code.finished()
  }
}
