/// Instructions on four doubles, and conversions from integers (AVX), in VEX encoding.
extension X86Assembler {
  package mutating func vaddpd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x58), target, left, right)
  }

  package mutating func vaddpd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x58), target, left, right)
  }

  package mutating func vmulpd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x59), target, left, right)
  }

  package mutating func vmulpd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x59), target, left, right)
  }

  package mutating func vdivpd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x5E), target, left, right)
  }

  /// Broadcasts a double.
  package mutating func vbroadcastsd(_ target: X86VectorRegister, _ source: X86Memory) {
    let opcode = Opcode(
      map: .extended, prefix: .operandSize, byte: 0x19, isQuadwordIfWide: true, elementByteCount: 8)
    form(opcode, target, nil, source)
  }

  /// Converts four signed 32-bit integers to doubles.
  package mutating func vcvtdq2pd(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .repeated, byte: 0xE6), target, nil, source)
  }

  /// Converts eight signed 32-bit integers to floats.
  package mutating func vcvtdq2ps(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .none, byte: 0x5B), target, nil, source)
  }
}
