import MachineCode

extension CallSequence {
  package static func x86(_: Void) -> [UInt8]? {
    typealias Entry = CallSequence.Entry
    let arguments = X86ArgumentRegisters<CallSequence.Arguments>()
    // Callee-saved registers.
    var registers = X86RegisterFile(arguments: arguments.all)
    let (entry, left) = (registers.calleeSaved(), registers.calleeSaved())
    let function = registers.general()
    // Keeps the stack aligned to 16 bytes for calls.
    let frame = X86Assembler.Frame.bytes(8)

    var code = X86Assembler()
    code.enter(registers, frame: frame)
    code.mov(entry, arguments[\.calls])
    code.mov(left, arguments[\.count])
    let next = code.here()
    code.mov(function, X86Memory(entry, \Entry.address))
    for (index, register) in X86ArgumentRegisters<KernelCall.Words>().all.enumerated() {
      code.mov(register, X86Memory(entry, \Entry.words).advanced(by: index * 8))
    }
    code.call(function)
    code.add(entry, MemoryLayout<Entry>.stride)
    code.sub(left, 1)
    code.jump(.notEqual, next)
    code.leave(registers, frame: frame, usesVectors: false)
    return code.finished()
  }
}
