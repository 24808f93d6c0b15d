extension MachineCodeSupport {
  /// Multiply-adds of 512 bits: whether they are as fast as 256-bit ones, and whether a conversion of halves beside
  /// twelve of them is almost free: on a Zen 5 it takes 4 % of their time; in the units that multiply, it would take at
  /// least 8 %.
  ///
  /// No bit of `cpuid` says so. Where 512 bits are not as fast, conversions do not matter.
  static func measuredFloatProducts() -> FloatProducts {
    let allocator = CodeAllocator()
    guard let half = MultiplyAdds(.bits256, allocator), let whole = MultiplyAdds(.bits512, allocator) else {
      return FloatProducts(width: .bits512)
    }
    let rate = shortest(half, whole), isFullRate = rate.1 * 2 < rate.0 * 3
    guard isFullRate, let converting = MultiplyAdds(.bits512, convertsHalves: true, allocator) else {
      return FloatProducts(width: .bits512, isFullRate: isFullRate)
    }
    let conversion = shortest(whole, converting)
    return FloatProducts(
      width: .bits512, isFullRate: true, convertsHalves: conversion.1 * 16 < conversion.0 * 17)
  }

  /// The least time of two loops, in nanoseconds. They are timed in turns for some 40 µs, because of interrupts, and
  /// since processors slow down briefly when upper register halves are first used.
  private static func shortest(_ first: MultiplyAdds, _ second: MultiplyAdds) -> (UInt64, UInt64) {
    var times: (UInt64, UInt64) = (.max, .max)
    for _ in 0..<16 {
      times.0 = min(times.0, first.nanoseconds(iterations: 48))
      times.1 = min(times.1, second.nanoseconds(iterations: 48))
    }
    return times
  }
}
