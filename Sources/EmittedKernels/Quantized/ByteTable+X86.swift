import MachineCode
import TensorKernels

extension X86Assembler {
  /// Truncates floats toward zero, and clamps them; zero for NaN.
  mutating func emitTruncation(
    _ value: X86VectorRegister, within limits: (lower: X86VectorOperand, upper: X86VectorOperand),
    zero: X86VectorRegister, spare positive: X86VectorRegister
  ) {
    vxorps(zero, zero, zero)
    // `vmaxps` returns zero for NaN.
    vmaxps(positive, value, zero)
    vminps(value, value, zero)
    vminps(positive, positive, limits.upper)
    vmaxps(value, value, limits.lower)
    vaddps(value, value, positive)
    vcvttps2dq(value, value)
  }

  /// Looks up 64 bytes at a time, in the two halves of a table of 256, until fewer are left.
  ///
  /// - Parameters:
  ///   - index: the first byte; afterwards the first one left over.
  ///   - vectors: eight free registers.
  ///   - allBits: 64 bytes of ones.
  mutating func emitWideLookups(
    _ arguments: X86ArgumentRegisters<ByteRowCode.Arguments>, index: X86GeneralRegister, end: X86GeneralRegister,
    _ vectors: [X86VectorRegister], allBits: X86Memory, table: X86Memory
  ) {
    let (parts, all, mask, low, high) = (vectors[..<4], vectors[4], vectors[5], vectors[6], vectors[7])
    let none = label()
    mov(end, arguments[\.length])
    and(end, -64)
    jump(.equal, none)
    vectorWidth = .bits512
    for (part, register) in parts.enumerated() { vmovups(register, table.advanced(by: part * 64)) }
    vmovups(all, allBits)
    let next = here()
    let source = X86Memory(arguments[\.left], index: index, scale: 1)
    vmovups(low, source)
    vmovups(high, source)
    // Ones for indices below 128.
    vpshufb(mask, all, low)
    vpermi2b(low, parts[0], parts[1])
    vpermi2b(high, parts[2], parts[3])
    vpternlogd(select: high, low, mask: mask)
    vmovups(X86Memory(arguments[\.output], index: index, scale: 1), high)
    add(index, 64)
    cmp(index, end)
    jump(.less, next)
    vectorWidth = .bits256
    bind(none)
  }
}
