/// Instructions on integers of 8, 16 and 32 bits (AVX2), in VEX encoding.
extension X86Assembler {
  /// Loads eight words as 32-bit integers without a sign.
  package mutating func vpmovzxwd(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x33, elementByteCount: 16), target, nil, source)
  }

  /// Sums of bytes.
  package mutating func vpaddb(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xFC), target, left, right)
  }

  /// Sums of 32-bit integers.
  package mutating func vpaddd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xFE), target, left, right.operand)
  }

  /// Differences of 32-bit integers.
  package mutating func vpsubd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xFA), target, left, right.operand)
  }

  /// The larger of signed 32-bit integers.
  package mutating func vpmaxsd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x3D), target, left, right.operand)
  }

  /// The larger of signed 16-bit integers.
  package mutating func vpmaxsw(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xEE), target, left, right.operand)
  }

  /// Bitwise or.
  package mutating func vpor(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xEB), target, left, right)
  }

  /// Unsigned bytes of `left` times signed bytes of `right`; neighboring products are added to 16-bit integers, which
  /// saturate.
  package mutating func vpmaddubsw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x04), target, left, right)
  }

  /// Products of signed 16-bit integers; neighboring ones are added to 32-bit integers.
  package mutating func vpmaddwd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xF5), target, left, right)
  }

  /// In each half, the 32-bit integers of `left`, then those of `right`, as 16-bit integers, which saturate.
  package mutating func vpackssdw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x6B), target, left, right)
  }

  /// In each half, the lower four 16-bit integers of `left`, each followed by that of `right`.
  package mutating func vpunpcklwd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x61), target, left, right.operand)
  }

  /// In each half, the upper four 16-bit integers of `left`, each followed by that of `right`.
  package mutating func vpunpckhwd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x69), target, left, right.operand)
  }

  /// Floats rounded to 32-bit integers, to nearest with ties to even; the smallest integer where out of range.
  package mutating func vcvtps2dq(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x5B), target, nil, source)
  }

  /// Magnitudes of 32-bit integers.
  package mutating func vpabsd(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x1E), target, nil, source)
  }

  // MARK: Shifts of 32-bit integers

  /// Shifts left.
  package mutating func vpslld(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(6, target, source, count)
  }

  /// Shifts right, filling with zeros.
  package mutating func vpsrld(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(2, target, source, count)
  }

  /// Shifts right, filling with copies of the sign.
  package mutating func vpsrad(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(4, target, source, count)
  }

  /// Shifts 16-bit integers right, with the sign.
  package mutating func vpsraw(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x71), X86VectorRegister(4), target, source)
    emit(count)
  }

  /// The field of the first register holds an extension of the opcode; the target is where a second operand would be.
  private mutating func shift(
    _ `extension`: Int, _ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x72), X86VectorRegister(`extension`), target, source)
    emit(count)
  }
}
