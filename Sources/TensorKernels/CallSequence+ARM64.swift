import MachineCode

extension CallSequence {
  package static func arm64(_: Void) -> [UInt8]? {
    typealias Entry = CallSequence.Entry
    let arguments = ARM64ArgumentRegisters<CallSequence.Arguments>()
    // Callee-saved registers.
    var registers = ARM64RegisterFile(arguments: arguments.all)
    let (entry, left) = (registers.calleeSaved(), registers.calleeSaved())
    let function = registers.general()

    var code = ARM64Assembler()
    code.enter(registers, frame: .caller())
    code.mov(entry, arguments[\.calls])
    code.mov(left, arguments[\.count])
    let next = code.here()
    code.ldr(function, ARM64Memory(entry, \Entry.address))
    let words = ARM64ArgumentRegisters<KernelCall.Words>().all
    for index in stride(from: 0, to: words.count, by: 2) {
      code.ldp(words[index], words[index + 1], ARM64Memory(entry, \Entry.words).advanced(by: index * 8))
    }
    code.blr(function)
    code.add(entry, entry, MemoryLayout<Entry>.stride)
    code.subs(left, left, 1)
    code.b(.notEqual, next)
    code.leave(registers, frame: .caller())
    return code.finished()
  }
}
