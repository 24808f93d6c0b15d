extension RandomNumberGenerator {
  /// A number below a bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int((next() >> 16) % UInt64(bound)) }

  /// One of some values.
  mutating func one<T>(of values: [T]) -> T { values[below(values.count)] }

  /// True once in some times.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }
}
