extension FixedPointMultiplier {
  /// `1 / √value` by five steps of Newton's method in integers, with the bits of TFLite's
  /// `GetInvSqrtQuantizedMultiplierExp`.
  package init(inverseRootOf value: Int32) {
    guard value > 1 else {
      self.init(multiplier: .max, exponent: 0)
      return
    }
    // Scaled to 3 integer bits, where Newton's method converges.
    var (number, shift) = (value, 11)
    while number >= 1 << 29 {
      number /= 4
      shift += 1
    }
    let pairs = (number.leadingZeroBitCount - 1) / 2 - 1
    shift -= pairs
    number <<= Int32(2 * pairs)
    let half = ((number >> 1) + 1) >> 1
    var root: Int32 = 1 << 28
    for _ in 0..<5 {
      let cube = Self.shiftedLeft(Self.product(Self.product(root, root), root), by: 6)
      root = Self.shiftedLeft(Self.product(3 << 27, root) &- Self.product(half, cube), by: 3)
    }
    // √2 / 2.
    root = Self.product(root, 1_518_500_250)
    if shift < 0 { (root, shift) = (root << Int32(-shift), 0) }
    self.init(multiplier: root, exponent: Int32(-shift))
  }

  private static func product(_ left: Int32, _ right: Int32) -> Int32 {
    if left == .min, right == .min { return .max }
    return Int32(truncatingIfNeeded: (Int64(left) * Int64(right) + 1 << 30) >> 31)
  }

  private static func shiftedLeft(_ value: Int32, by exponent: Int) -> Int32 {
    Int32(clamping: Int64(value) << Int64(exponent))
  }
}
