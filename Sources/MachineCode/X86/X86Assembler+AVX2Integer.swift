/// Instructions on integers of 8, 16 and 32 bits (AVX2), in VEX encoding.
extension X86Assembler {
  /// Loads eight unsigned 16-bit integers as 32-bit ones.
  package mutating func vpmovzxwd(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x33, elementByteCount: 16), target, nil, source)
  }

  /// Loads one half-precision float per lane as floats (F16C).
  package mutating func vcvtph2ps(_ target: X86VectorRegister, _ source: X86Memory) {
    let opcode = Opcode(
      map: .extended, prefix: .operandSize, byte: 0x13, elementByteCount: vectorWidth.byteCount / 2)
    form(opcode, target, nil, source)
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

  /// Maxima of signed 32-bit integers.
  package mutating func vpmaxsd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x3D), target, left, right.operand)
  }

  /// Maxima of signed 16-bit integers.
  package mutating func vpmaxsw(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xEE), target, left, right.operand)
  }

  /// Ones where 32-bit integers are equal, zeros otherwise.
  package mutating func vpcmpeqd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x76), target, left, right)
  }

  /// Ones where the signed 32-bit integer of `left` is larger, zeros otherwise.
  package mutating func vpcmpgtd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x66), target, left, right)
  }

  /// Ones where 64-bit integers are equal, zeros otherwise.
  package mutating func vpcmpeqq(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x29), target, left, right)
  }

  /// Ones where the signed 64-bit integer of `left` is larger, zeros otherwise.
  package mutating func vpcmpgtq(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x37), target, left, right)
  }

  /// Bitwise or.
  package mutating func vpor(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xEB), target, left, right)
  }

  /// Unsigned bytes of `left` times signed bytes of `right`; neighbors are added to saturated 16-bit integers.
  package mutating func vpmaddubsw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x04), target, left, right)
  }

  /// Products of signed 16-bit integers; neighbors are added to 32-bit integers.
  package mutating func vpmaddwd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xF5), target, left, right)
  }

  /// In each 128-bit lane, saturates the 32-bit integers of `left`, then of `right`, to 16 bits.
  package mutating func vpackssdw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x6B), target, left, right)
  }

  /// In each 128-bit lane, interleaves the lower four 16-bit integers of `left` and `right`.
  package mutating func vpunpcklwd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x61), target, left, right.operand)
  }

  /// In each 128-bit lane, interleaves the upper four 16-bit integers of `left` and `right`.
  package mutating func vpunpckhwd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x69), target, left, right.operand)
  }

  /// Rounds floats to 32-bit integers, ties to even; the minimum integer if out of range.
  package mutating func vcvtps2dq(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x5B), target, nil, source)
  }

  /// Magnitudes of 32-bit integers.
  package mutating func vpabsd(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x1E), target, nil, source)
  }

  // MARK: Shifts of 32-bit integers

  /// Left shift.
  package mutating func vpslld(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(6, target, source, count)
  }

  /// Logical right shift.
  package mutating func vpsrld(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(2, target, source, count)
  }

  /// Arithmetic right shift.
  package mutating func vpsrad(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    shift(4, target, source, count)
  }

  /// Arithmetic right shift of 16-bit integers.
  package mutating func vpsraw(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x71), X86VectorRegister(4), target, source)
    emit(count)
  }

  /// The product of two 64-bit lanes of the low halves as polynomials over GF(2): bit 0 of `lanes` selects the lane of
  /// `left`, bit 4 that of `right` (PCLMULQDQ).
  package mutating func vpclmulqdq(
    low target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister, _ lanes: UInt8
  ) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x44, isWide: false), target, left, right)
    emit(lanes)
  }

  /// The first register's field extends the opcode; the target is in the place of a second operand.
  private mutating func shift(
    _ `extension`: Int, _ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x72), X86VectorRegister(`extension`), target, source)
    emit(count)
  }
}
