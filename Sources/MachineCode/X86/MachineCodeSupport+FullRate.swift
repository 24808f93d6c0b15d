extension MachineCodeSupport {
  /// Whether 512-bit multiply-adds are as fast as 256-bit ones.
  ///
  /// No bit of `cpuid` says so. Both are timed alternately for some 20 µs, and the minimum of each counts, because of
  /// interrupts, and since processors slow down briefly when upper register halves are first used.
  static func measuresFullRate() -> Bool {
    let allocator = CodeAllocator()
    guard let half = MultiplyAdds(.bits256, allocator), let whole = MultiplyAdds(.bits512, allocator) else {
      return false
    }
    var shortest = (half: UInt64.max, whole: UInt64.max)
    for _ in 0..<24 {
      shortest.half = min(shortest.half, half.nanoseconds(iterations: 16))
      shortest.whole = min(shortest.whole, whole.nanoseconds(iterations: 16))
    }
    return shortest.whole * 2 < shortest.half * 3
  }
}
