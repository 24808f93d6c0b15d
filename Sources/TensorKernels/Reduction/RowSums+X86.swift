import MachineCode

extension MachineRowSums {
  /// The sums of ``MachineRowSums``.
  static func x86(_: Void) -> [UInt8]? {
    typealias Constants = MachineRowSums.Constants
    let arguments = X86ArgumentRegisters<RowRoutine.Arguments>()
    let (input, output, constants) = (arguments[\.input], arguments[\.output], arguments[\.constants])
    let length = arguments[\.length]
    var registers = X86RegisterFile(arguments: arguments.all)
    // The next elements of the row, and how many are left in whole vectors.
    let (next, left) = (registers.general(), registers.general())
    let loop = RowLoop(&registers)
    let sums = registers.vectors(4), other = registers.vector()

    var code = X86Assembler()
    code.enter(registers)
    loop.begin(&code, length: length, masks: \Constants.masks.clear, in: constants)
    let nextRow = code.here()
    for sum in sums { code.vxorps(sum, sum, sum) }
    code.mov(next, input)
    code.mov(left, loop.wholeCount)
    let (narrow, rest, end) = (code.label(), code.label(), code.label())
    let nextWide = code.here()
    code.cmp(left, 32)
    code.jump(.less, narrow)
    for (index, sum) in sums.enumerated() { code.vaddps(sum, sum, X86Memory(next, index * 32)) }
    code.add(next, 128)
    code.sub(left, 32)
    code.jmp(nextWide)
    code.bind(narrow)
    code.test(left, left)
    code.jump(.equal, rest)
    code.vaddps(sums[0], sums[0], X86Memory(next))
    code.add(next, 32)
    code.sub(left, 8)
    code.jmp(narrow)
    code.bind(rest)
    code.test(loop.restCount, loop.restCount)
    code.jump(.equal, end)
    loop.load(&code, other, X86Memory(next), isMasked: true)
    code.vaddps(sums[1], sums[1], other)
    code.bind(end)

    let sum = sums[0]
    code.vaddps(sum, sum, sums[1])
    code.vaddps(sums[2], sums[2], sums[3])
    code.vaddps(sum, sum, sums[2])
    code.combineLanes(of: sum, spare: other) { code, result, left, right in code.vaddps(result, left, right) }
    code.vmulps(sum, sum, X86Memory(constants, \Constants.scale))
    code.vmovss(X86Memory(output), sum)
    code.lea(input, X86Memory(input, index: length, scale: 4))
    code.add(output, 4)
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers)
    return code.finished()
  }
}
