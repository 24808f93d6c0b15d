/// Multiply-accumulate of integers (AVX-VNNI in VEX encoding, AVX-512 VNNI in EVEX encoding).
extension X86Assembler {
  /// Accumulates pairs of products of signed 16-bit integers in 32 bits, wrapping around.
  package mutating func vpdpwssd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x52), target, left, right.operand)
  }

  /// The same with the two integers at `right` broadcast.
  ///
  /// - Precondition: the width is one of AVX-512.
  package mutating func vpdpwssd(_ target: X86VectorRegister, _ left: X86VectorRegister, broadcast right: X86Memory) {
    precondition(vectorWidth != .bits256, "VEX encodings broadcast by an instruction of their own")
    let opcode = Opcode(
      map: .extended, prefix: .operandSize, byte: 0x52, elementByteCount: 4, isBroadcast: true)
    form(opcode, target, left, right)
  }

  /// Accumulates groups of four products of `left`'s unsigned and `right`'s signed bytes in 32 bits, wrapping around.
  package mutating func vpdpbusd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x50), target, left, right)
  }

  /// ``vpdpwssd(_:_:_:)`` as one instruction, or as two through `products`.
  ///
  /// - Parameter isFused: ``MachineCodeSupport/integerProducts``.
  package mutating func addWordProducts(
    _ sum: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, products: X86VectorRegister,
    isFused: Bool = MachineCodeSupport.integerProducts.isFused
  ) {
    guard !isFused else { return vpdpwssd(sum, left, right) }
    vpmaddwd(products, left, right)
    vpaddd(sum, sum, products)
  }
}
