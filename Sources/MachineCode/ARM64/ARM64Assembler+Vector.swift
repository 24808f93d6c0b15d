/// Instructions on vectors of four floats or 32-bit integers.
extension ARM64Assembler {
  private mutating func emit(
    _ opcode: UInt32, _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(opcode | right.field << 16 | left.field << 5 | target.field)
  }

  private mutating func emit(_ opcode: UInt32, _ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(opcode | source.field << 5 | target.field)
  }

  // MARK: Two operands

  /// FADD (vector): sums.
  package mutating func fadd(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E20_D400, target, left, right)
  }

  /// FSUB (vector): differences.
  package mutating func fsub(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_D400, target, left, right)
  }

  /// FMUL (vector): products.
  package mutating func fmul(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E20_DC00, target, left, right)
  }

  /// FDIV (vector): quotients.
  package mutating func fdiv(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E20_FC00, target, left, right)
  }

  /// FMAX (vector): maxima; NaN if either is NaN, and −0 < +0.
  package mutating func fmax(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E20_F400, target, left, right)
  }

  /// FMIN (vector): minima; NaN if either is NaN, and −0 < +0.
  package mutating func fmin(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_F400, target, left, right)
  }

  /// FMLA (vector): adds products to the target, rounded once.
  package mutating func fmla(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E20_CC00, target, left, right)
  }

  /// FCMGT (register): ones where left > right.
  package mutating func fcmgt(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6EA0_E400, target, left, right)
  }

  /// AND (vector): bitwise and.
  package mutating func and(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E20_1C00, target, left, right)
  }

  /// ORR (vector, register): bitwise or.
  package mutating func orr(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_1C00, target, left, right)
  }

  /// EOR (vector): bitwise exclusive or.
  package mutating func eor(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6E20_1C00, target, left, right)
  }

  /// BIT: replaces the target's bits with left's where right is set.
  package mutating func bit(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6EA0_1C00, target, left, right)
  }

  /// BIF: replaces the target's bits with left's where right is clear.
  package mutating func bif(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6EE0_1C00, target, left, right)
  }

  /// ADD (vector): sums of integers.
  package mutating func add(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_8400, target, left, right)
  }

  /// SUB (vector): differences of integers.
  package mutating func sub(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x6EA0_8400, target, left, right)
  }

  /// MUL (vector): products of integers.
  package mutating func mul(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_9C00, target, left, right)
  }

  /// SMAX: maxima of signed integers.
  package mutating func smax(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_6400, target, left, right)
  }

  /// SMIN: minima of signed integers.
  package mutating func smin(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4EA0_6C00, target, left, right)
  }

  /// UZP1: the even lanes of left, then of right.
  package mutating func uzp1(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E80_1800, target, left, right)
  }

  /// TBL: looks up bytes of left by the indices in right; zero for indices above 15.
  package mutating func tbl(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister
  ) {
    emit(0x4E00_0000, target, left, right)
  }

  // MARK: One operand

  /// FABS (vector): magnitudes.
  package mutating func fabs(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA0_F800, target, source)
  }

  /// FNEG (vector): negation.
  package mutating func fneg(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x6EA0_F800, target, source)
  }

  /// FSQRT (vector): square roots.
  package mutating func fsqrt(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x6EA1_F800, target, source)
  }

  /// FRINTN (vector): rounds to nearest, ties to even.
  package mutating func frintn(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4E21_8800, target, source)
  }

  /// FRINTM (vector): rounds down.
  package mutating func frintm(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4E21_9800, target, source)
  }

  /// FRINTP (vector): rounds up.
  package mutating func frintp(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA1_8800, target, source)
  }

  /// FCVTZS (vector, integer): converts to signed integers, toward zero; saturates, and gives zero for NaN.
  package mutating func fcvtzs(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA1_B800, target, source)
  }

  /// SCVTF (vector, integer): converts signed integers to floats.
  package mutating func scvtf(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4E21_D800, target, source)
  }

  /// FCMGT (zero): ones where the source is positive.
  package mutating func fcmgtZero(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA0_C800, target, source)
  }

  /// FCMLT (zero): ones where the source is negative.
  package mutating func fcmltZero(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    emit(0x4EA0_E800, target, source)
  }

  /// MOV (vector): copies a register.
  package mutating func mov(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister) {
    orr(target, source, source)
  }

  // MARK: Lanes and constants

  private mutating func emit(
    _ opcode: UInt32, _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister,
    lane: Int
  ) {
    let lane = Self.unsigned(lane, bits: 2)
    emit(opcode | (lane & 1) << 21 | (lane >> 1) << 11, target, left, right)
  }

  /// FMLA (by element): adds products with one lane of `right` to the target, rounded once.
  package mutating func fmla(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister, lane: Int
  ) {
    emit(0x4F80_1000, target, left, right, lane: lane)
  }

  /// FMUL (by element): products with one lane of `right`.
  package mutating func fmul(
    _ target: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister, lane: Int
  ) {
    emit(0x4F80_9000, target, left, right, lane: lane)
  }

  /// DUP (element): broadcasts a lane.
  package mutating func dup(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, lane: Int) {
    emit(0x4E04_0400 | Self.unsigned(lane, bits: 2) << 19, target, source)
  }

  /// DUP (general): broadcasts the lower 32 bits of a register.
  package mutating func dup(_ target: ARM64VectorRegister, w source: ARM64GeneralRegister) {
    emit(0x4E04_0C00 | source.field << 5 | target.field)
  }

  /// MOVI: broadcasts an 8-bit constant, shifted to the left by whole bytes.
  package mutating func movi(_ target: ARM64VectorRegister, _ value: Int, shift: Int = 0) {
    precondition(shift % 8 == 0, "a shift is a multiple of 8")
    let bits = Self.unsigned(value, bits: 8)
    let place = Self.unsigned(shift / 8, bits: 2)
    emit(0x4F00_0400 | (bits >> 5) << 16 | place << 13 | (bits & 31) << 5 | target.field)
  }

  /// SHL: integers shifted to the left by 0…31 bits.
  package mutating func shl(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, _ count: Int) {
    emit(0x4F20_5400 | Self.unsigned(count, bits: 5) << 16, target, source)
  }

  /// SSHR: arithmetic right shift by 1…32 bits.
  package mutating func sshr(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, _ count: Int) {
    emit(0x4F20_0400 | Self.unsigned(32 - count, bits: 5) << 16, target, source)
  }

  /// USHR: logical right shift by 1…32 bits.
  package mutating func ushr(_ target: ARM64VectorRegister, _ source: ARM64VectorRegister, _ count: Int) {
    emit(0x6F20_0400 | Self.unsigned(32 - count, bits: 5) << 16, target, source)
  }
}
