/// Time that threads have had a processor: however busy the machine is, what others compute does not count.
///
/// Where a system does not tell, it is the time of ``MonotonicClock``, which is never less.
package enum ThreadClock {
  /// Nanoseconds that the calling thread has run. A call of the system, ten times as long as a look at
  /// ``MonotonicClock``.
  package static func nanoseconds() -> UInt64 {
    #if canImport(WinSDK) || canImport(WASILibc)
      return MonotonicClock.nanoseconds()
    #else
      return nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) ?? MonotonicClock.nanoseconds()
    #endif
  }

  /// The calling thread, as long as it lives: a number that no other thread has.
  package static var thread: UInt {
    #if canImport(WinSDK)
      return UInt(GetCurrentThreadId())
    #elseif canImport(WASILibc)
      return 0
    #else
      // A number on some systems, a pointer on others.
      return withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    #endif
  }

  #if !canImport(WinSDK) && !canImport(WASILibc)
    /// Nanoseconds of a clock; nil if there is no such clock.
    static func nanoseconds(of clock: clockid_t) -> UInt64? {
      var time = timespec()
      guard clock_gettime(clock, &time) == 0 else { return nil }
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  #endif
}

extension SystemThread {
  /// Nanoseconds that the thread has run, as ``ThreadClock`` counts; nil if the system does not tell. Not after
  /// ``join()``.
  package var processorTime: UInt64? {
    #if os(Linux) || os(Android)
      var clock = clockid_t()
      return pthread_getcpuclockid(handle, &clock) == 0 ? ThreadClock.nanoseconds(of: clock) : nil
    #else
      return nil
    #endif
  }

  /// Whether the system tells ``processorTime``.
  package static var tellsProcessorTime: Bool {
    #if os(Linux) || os(Android)
      true
    #else
      false
    #endif
  }
}
