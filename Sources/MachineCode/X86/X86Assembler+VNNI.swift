/// Instructions that multiply and add in one step (AVX-VNNI in VEX encoding, AVX-512 VNNI in EVEX encoding).
extension X86Assembler {
  /// Adds products of signed 16-bit integers, neighboring ones together, to 32-bit integers, which wrap around.
  package mutating func vpdpwssd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x52), target, left, right)
  }

  /// The same in 256 bits: by one instruction, in the encoding that `fused` names, or by two, through `products`.
  ///
  /// - Parameter fused: ``MachineCodeSupport/wordProductWidth``.
  package mutating func addWordProducts(
    _ sum: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, products: X86VectorRegister,
    fused: VectorWidth? = MachineCodeSupport.wordProductWidth
  ) {
    guard let fused else {
      vpmaddwd(products, left, right)
      return vpaddd(sum, sum, products)
    }
    let width = vectorWidth
    vectorWidth = fused
    vpdpwssd(sum, left, right)
    vectorWidth = width
  }
}
