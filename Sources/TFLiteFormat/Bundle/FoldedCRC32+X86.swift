import MachineCode

extension FoldedCRC32 {
  static func x86(_: Void) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    let (input, place) = (arguments[\.input], arguments[\.sums])
    let (factors, blocksLeft) = (arguments[\.factors], arguments[\.blockCount])
    var registers = X86RegisterFile(arguments: arguments.all)
    let sums = registers.vectors(4), product = registers.vector(), factor = registers.vector()
    var code = X86Assembler()
    code.enter(registers)
    for (index, sum) in sums.enumerated() { code.vmovups(low: sum, X86Memory(place, 16 * index)) }
    code.vmovups(low: factor, X86Memory(factors))
    let again = code.here()
    for (index, sum) in sums.enumerated() {
      code.vpclmulqdq(low: product, sum, factor, 0x00)
      code.vpclmulqdq(low: sum, sum, factor, 0x11)
      code.vxorps(sum, sum, product)
      code.vmovups(low: product, X86Memory(input, 16 * index))
      code.vxorps(sum, sum, product)
    }
    code.add(input, blockByteCount)
    code.sub(blocksLeft, 1)
    code.jump(.notEqual, again)
    for (index, sum) in sums.enumerated() { code.vmovups(X86Memory(place, 16 * index), low: sum) }
    code.leave(registers)
    return code.finished()
  }
}
