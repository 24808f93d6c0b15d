import MachineCode
import TensorKernels

extension ByteColumns {
  /// The routine.
  static func x86(_ routine: Routine) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    let (input, results) = (arguments[\.input], arguments[\.results])
    var registers = X86RegisterFile(arguments: arguments.all)
    let isSum = routine.operation == .sum, isLargest = routine.operation == .maximum
    let held = registers.vectors(ByteReduction.width / (isSum ? 16 : 32)), bytes = registers.vector()
    var code = X86Assembler()
    code.enter(registers)
    for (index, held) in held.enumerated() { code.vmovups(held, X86Memory(results, 32 * index)) }
    let next = code.here()
    for (index, held) in held.enumerated() {
      let place = X86Memory(input, (isSum ? 16 : 32) * index)
      switch (isSum, isLargest, routine.isSigned) {
      case (true, _, true): code.vpmovsxbw(bytes, place)
      case (true, _, false): code.vpmovzxbw(bytes, place)
      case (false, true, true): code.vpmaxsb(held, held, place)
      case (false, true, false): code.vpmaxub(held, held, place)
      case (false, false, true): code.vpminsb(held, held, place)
      case (false, false, false): code.vpminub(held, held, place)
      }
      if isSum { code.vpsubw(held, held, bytes) }
    }
    code.add(input, arguments[\.step])
    code.sub(arguments[\.count], 1)
    code.jump(.notEqual, next)
    for (index, held) in held.enumerated() { code.vmovups(X86Memory(results, 32 * index), held) }
    code.leave(registers)
    return code.finished()
  }
}
