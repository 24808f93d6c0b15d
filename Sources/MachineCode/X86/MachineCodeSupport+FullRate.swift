extension MachineCodeSupport {
  /// Whether multiply-adds of 512 bits take as long as those of 256.
  ///
  /// No bit of `cpuid` says so: processors of one family are built with and without units of that width. So both are
  /// timed for some 20 µs, in turns, and the shortest time of each counts: others may interrupt, and processors slow
  /// down for a moment when the upper halves of registers are first used.
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
