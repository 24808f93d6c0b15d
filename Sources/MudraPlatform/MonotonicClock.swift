/// A clock that only moves forward.
package enum MonotonicClock {
  /// Nanoseconds since an arbitrary point in the past.
  package static func nanoseconds() -> UInt64 {
    #if canImport(WinSDK)
      var (ticks, ticksPerSecond) = (LARGE_INTEGER(), LARGE_INTEGER())
      QueryPerformanceCounter(&ticks)
      QueryPerformanceFrequency(&ticksPerSecond)
      let (seconds, rest) = ticks.QuadPart.quotientAndRemainder(dividingBy: ticksPerSecond.QuadPart)
      return UInt64(seconds) * 1_000_000_000 + UInt64(rest * 1_000_000_000 / ticksPerSecond.QuadPart)
    #elseif canImport(WASILibc)
      var time: __wasi_timestamp_t = 0
      _ = __wasi_clock_time_get(__wasi_clockid_t(1), 1, &time)  // The monotonic one, to the nanosecond.
      return time
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #endif
  }
}
