import MachineCode
import TensorKernels

extension IntegerComparison {
  static func x86(_ routine: Routine) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    var registers = X86RegisterFile(arguments: arguments.all)
    let (x, y, result) = (registers.vectors(2), registers.vectors(2), registers.vectors(2)), one = registers.vector()
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    var code = X86Assembler()
    code.enter(registers)
    let isLong = routine.element == .int64
    // Vectors of eight elements.
    let vectors = 0..<(isLong ? 2 : 1)
    for (operand, side, place) in [(x, RowCode.Broadcast.left, left), (y, .right, right)]
    where routine.broadcast == side {
      for vector in vectors {
        if isLong {
          code.vbroadcastsd(operand[vector], X86Memory(place))
        } else {
          code.vbroadcastss(operand[vector], X86Memory(place))
        }
      }
    }
    code.vpcmpeqd(one, one, one)
    code.vpsrld(one, one, 31)
    let next = code.here()
    for vector in vectors {
      if routine.broadcast != .left { code.vmovups(x[vector], X86Memory(left, vector * 32)) }
      if routine.broadcast != .right { code.vmovups(y[vector], X86Memory(right, vector * 32)) }
      let (result, x, y) = (result[vector], x[vector], y[vector])
      switch (routine.comparison, isLong) {
      case (.less, true): code.vpcmpgtq(result, y, x)
      case (.less, false): code.vpcmpgtd(result, y, x)
      case (.lessOrEqual, true): code.vpcmpgtq(result, x, y)
      case (.lessOrEqual, false): code.vpcmpgtd(result, x, y)
      case (_, true): code.vpcmpeqq(result, x, y)
      case (_, false): code.vpcmpeqd(result, x, y)
      }
    }
    if isLong {
      // The lower halves of the results, in order.
      code.vshufps(result[0], result[0], result[1], 0b10_00_10_00)
      code.vpermq(result[0], result[0], 0b11_01_10_00)
    }
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
    if routine.broadcast != .left { code.add(left, vectors.count * 32) }
    if routine.broadcast != .right { code.add(right, vectors.count * 32) }
    code.add(output, 8)
    code.sub(arguments[\.count], 8)
    code.jump(.notEqual, next)
    code.leave(registers)
    return code.finished()
  }
}
