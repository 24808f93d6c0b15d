import Foundation

/// Processor time of the current thread: other tests and programs do not count, however busy they keep the machine.
public enum ThreadTime {
  /// Seconds that something takes, all of it on this thread.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
