/// Instructions that widen bytes, multiply to 64 bits, shift by lane and narrow (AVX2), in VEX encoding.
extension X86Assembler {
  // MARK: Widening

  /// Loads one signed byte per lane as 32-bit integers.
  package mutating func vpmovsxbd(_ target: X86VectorRegister, _ source: X86Memory) {
    let opcode = Opcode(
      map: .extended, prefix: .operandSize, byte: 0x21, elementByteCount: vectorWidth.laneCount)
    form(opcode, target, nil, source)
  }

  /// Loads one unsigned byte per lane as 32-bit integers.
  package mutating func vpmovzxbd(_ target: X86VectorRegister, _ source: X86Memory) {
    let opcode = Opcode(
      map: .extended, prefix: .operandSize, byte: 0x31, elementByteCount: vectorWidth.laneCount)
    form(opcode, target, nil, source)
  }

  /// Loads sixteen signed bytes as 16-bit integers.
  package mutating func vpmovsxbw(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x20, elementByteCount: 16), target, nil, source)
  }

  /// Loads sixteen unsigned bytes as 16-bit integers.
  package mutating func vpmovzxbw(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x30, elementByteCount: 16), target, nil, source)
  }

  // MARK: Arithmetic

  /// Products of signed 32-bit integers in the low halves of 64-bit lanes.
  package mutating func vpmuldq(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x28, isQuadwordIfWide: true), target, left, right.operand)
  }

  /// Sums of 64-bit integers.
  package mutating func vpaddq(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xD4, isQuadwordIfWide: true), target, left, right.operand)
  }

  /// Saturated sums of signed 16-bit integers.
  package mutating func vpaddsw(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xED), target, left, right.operand)
  }

  /// Minima of signed 16-bit integers.
  package mutating func vpminsw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xEA), target, left, right)
  }

  /// Differences of 16-bit integers.
  package mutating func vpsubw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xF9), target, left, right)
  }

  /// Differences of 16-bit integers.
  package mutating func vpsubw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xF9), target, left, right)
  }

  /// Products of signed 16-bit integers; neighbors are added to 32-bit integers.
  package mutating func vpmaddwd(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86Memory) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xF5), target, left, right)
  }

  /// Bitwise and.
  package mutating func vpand(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xDB), target, left, right.operand)
  }

  /// Maxima of signed bytes.
  package mutating func vpmaxsb(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x3C), target, left, right.operand)
  }

  /// Maxima of unsigned bytes.
  package mutating func vpmaxub(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xDE), target, left, right.operand)
  }

  /// Minima of signed bytes.
  package mutating func vpminsb(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x38), target, left, right.operand)
  }

  /// Minima of unsigned bytes.
  package mutating func vpminub(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xDA), target, left, right.operand)
  }

  /// Low halves of products of 32-bit integers.
  package mutating func vpmulld(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x40), target, left, right.operand)
  }

  /// Minima of signed 32-bit integers.
  package mutating func vpminsd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ right: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x39), target, left, right.operand)
  }

  // MARK: Shifts

  /// Left shift of 32-bit integers by counts per lane.
  package mutating func vpsllvd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ counts: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x47), target, left, counts.operand)
  }

  /// Arithmetic right shift of 32-bit integers by counts per lane.
  package mutating func vpsravd(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ counts: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x46), target, left, counts.operand)
  }

  /// Logical right shift of 64-bit integers by counts per lane.
  package mutating func vpsrlvq(
    _ target: X86VectorRegister, _ left: X86VectorRegister, _ counts: some X86VectorSource
  ) {
    form(Opcode(map: .extended, prefix: .operandSize, byte: 0x45, isQuadword: true), target, left, counts.operand)
  }

  /// Left shift of 64-bit integers.
  package mutating func vpsllq(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    form(
      Opcode(map: .base, prefix: .operandSize, byte: 0x73, isQuadwordIfWide: true), X86VectorRegister(6), target, source
    )
    emit(count)
  }

  /// Logical right shift of 64-bit integers.
  package mutating func vpsrlq(_ target: X86VectorRegister, _ source: X86VectorRegister, _ count: UInt8) {
    form(
      Opcode(map: .base, prefix: .operandSize, byte: 0x73, isQuadwordIfWide: true), X86VectorRegister(2), target, source
    )
    emit(count)
  }

  // MARK: Narrowing

  /// Truncates floats to 32-bit integers; the minimum integer if out of range.
  package mutating func vcvttps2dq(_ target: X86VectorRegister, _ source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .repeated, byte: 0x5B), target, nil, source)
  }

  /// Truncates floats to 32-bit integers; the minimum integer if out of range.
  package mutating func vcvttps2dq(_ target: X86VectorRegister, _ source: X86Memory) {
    form(Opcode(map: .base, prefix: .repeated, byte: 0x5B), target, nil, source)
  }

  /// Moves a half to the low half of another register: 0 the low one, 1 the upper one.
  package mutating func vextracti128(low target: X86VectorRegister, _ source: X86VectorRegister, _ half: UInt8) {
    form(Opcode(map: .immediate, prefix: .operandSize, byte: 0x39), source, nil, target)
    emit(half)
  }

  /// Saturates the 32-bit integers in the low halves of `left` and `right` to 16 bits.
  package mutating func vpackssdw(
    low target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x6B, isWide: false), target, left, right)
  }

  /// Saturates the 16-bit integers in the low halves of `left` and `right` to signed bytes.
  package mutating func vpacksswb(
    low target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x63, isWide: false), target, left, right)
  }

  /// Saturates the 16-bit integers in the low halves of `left` and `right` to unsigned bytes.
  package mutating func vpackuswb(
    low target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
  ) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x67, isWide: false), target, left, right)
  }

  /// In each 128-bit lane, saturates the 16-bit integers of `left`, then of `right`, to signed bytes.
  package mutating func vpacksswb(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x63), target, left, right)
  }

  /// In each 128-bit lane, saturates the 16-bit integers of `left`, then of `right`, to unsigned bytes.
  package mutating func vpackuswb(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x67), target, left, right)
  }

  // MARK: Interleaving

  /// In each 128-bit lane, interleaves the lower eight bytes of `left` and `right`.
  package mutating func vpunpcklbw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x60), target, left, right)
  }

  /// In each 128-bit lane, interleaves the upper eight bytes of `left` and `right`.
  package mutating func vpunpckhbw(_ target: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0x68), target, left, right)
  }

  /// Stores the low 64 bits.
  package mutating func vmovq(_ target: X86Memory, low source: X86VectorRegister) {
    form(Opcode(map: .base, prefix: .operandSize, byte: 0xD6, isWide: false), source, nil, target)
  }
}
