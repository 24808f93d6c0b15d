extension MachineCodeSupport {
  /// Multiply-adds of 512 bits: whether they are as fast as 256-bit ones, and whether a conversion of halves beside
  /// twelve of them is almost free: on a Zen 5 it takes 4 % of their time; in the units that multiply, it would take at
  /// least 8 %.
  ///
  /// No bit of `cpuid` says so. All are timed in turns for some 50 µs, and the minimum of each counts, because of
  /// interrupts, and since processors slow down briefly when upper register halves are first used.
  static func measuredFloatProducts() -> FloatProducts {
    let allocator = CodeAllocator()
    let kinds = [
      MultiplyAdds(.bits256, allocator), MultiplyAdds(.bits512, allocator),
      MultiplyAdds(.bits512, convertsHalves: true, allocator),
    ].compactMap(\.self)
    guard kinds.count == 3 else { return FloatProducts(width: .bits512) }
    var shortest = [UInt64](repeating: .max, count: 3)
    for _ in 0..<16 {
      for (index, kind) in kinds.enumerated() {
        shortest[index] = min(shortest[index], kind.nanoseconds(iterations: 48))
      }
    }
    let (half, whole, converting) = (shortest[0], shortest[1], shortest[2])
    return FloatProducts(
      width: .bits512, isFullRate: whole * 2 < half * 3, convertsHalves: converting * 16 < whole * 17)
  }
}
