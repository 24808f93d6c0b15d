/// Instructions on vectors of doubles, 16-bit integers and bytes, and conversions to and from 32-bit integers.
extension ARM64Assembler {
  private mutating func emit(
    _ opcode: UInt32, _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(opcode | right.field << 16 | left.field << 5 | target.field)
  }

  /// FADD (vector), two doubles: sums.
  package mutating func faddDoubles(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E60_D400, target, left, right)
  }

  /// FMUL (vector), two doubles: products.
  package mutating func fmulDoubles(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E60_DC00, target, left, right)
  }

  /// FDIV (vector), two doubles: quotients.
  package mutating func fdivDoubles(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E60_FC00, target, left, right)
  }

  /// ZIP1, 64-bit lanes: the lower half of left, then that of right.
  package mutating func zip1Doubles(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EC0_3800, target, left, right)
  }

  /// ADD (vector), sixteen bytes: sums.
  package mutating func addBytes(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E20_8400, target, left, right)
  }

  /// ADDP (vector), eight 16-bit integers: sums of neighbors in left, then in right.
  package mutating func addpHalfwords(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E60_BC00, target, left, right)
  }

  /// ADDP (vector), four integers: sums of neighbors in left, then in right.
  package mutating func addp(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_BC00, target, left, right)
  }

  /// MLA (vector): adds products of integers to the target.
  package mutating func mla(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_9400, target, left, right)
  }

  /// UMULL, UMULL2: the 16-bit products of the eight lower bytes, unsigned.
  package mutating func umullBytes(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x2E20_C000, target, left, right)
  }

  /// UMULL, UMULL2: the 16-bit products of the eight upper bytes, unsigned.
  package mutating func umull2Bytes(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E20_C000, target, left, right)
  }

  /// UMULL, UMULL2: the 32-bit products of the four lower 16-bit integers, unsigned.
  package mutating func umull(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x2E60_C000, target, left, right)
  }

  /// UMULL, UMULL2: the 32-bit products of the four upper 16-bit integers, unsigned.
  package mutating func umull2(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E60_C000, target, left, right)
  }

  /// ABS: magnitudes of signed integers.
  package mutating func abs(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA0_B800 | source.field << 5 | target.field)
  }

  /// SRSHR: arithmetic right shift by 1…32 bits, rounded to nearest, ties up.
  package mutating func srshr(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, _ count: Int) {
    emit(0x4F20_2400 | Self.unsigned(32 - count, bits: 5) << 16 | source.field << 5 | target.field)
  }

  // MARK: Lanes

  /// DUP (element), 64-bit lanes: broadcasts a lane.
  package mutating func dupDouble(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, lane: Int) {
    emit(0x4E08_0400 | Self.unsigned(lane, bits: 1) << 20 | source.field << 5 | target.field)
  }

  /// DUP (element), 16-bit lanes: broadcasts a lane.
  package mutating func dupHalfword(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, lane: Int) {
    emit(0x4E02_0400 | Self.unsigned(lane, bits: 3) << 18 | source.field << 5 | target.field)
  }

  /// DUP (element), bytes: broadcasts a lane.
  package mutating func dupByte(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, lane: Int) {
    emit(0x4E01_0400 | Self.unsigned(lane, bits: 4) << 17 | source.field << 5 | target.field)
  }

  /// UMOV: a lane, in the lower 32 bits of a register; the upper ones become zero.
  package mutating func umov(w target: ARM64GeneralRegister, _ source: ARM64VectorRegister, lane: Int) {
    emit(0x0E04_3C00 | Self.unsigned(lane, bits: 2) << 19 | source.field << 5 | target.field)
  }

  /// SCVTF (scalar, integer): converts a signed 64-bit integer to a double in the lower half; the upper one becomes
  /// zero.
  package mutating func scvtf(d target: ARM64VectorRegister, _ source: ARM64GeneralRegister) {
    precondition(source != .sp, "the instruction would name the zero register")
    emit(0x9E62_0000 | source.field << 5 | target.field)
  }
}
