import MudraPlatform
import TensorRuntime

/// One of several contenders that do the same work, to be timed alternately: Mudra with some threads, or a peer.
struct Contender {
  /// Its name, such as `Mudra` or `LiteRT 2.3.0`.
  let name: String
  /// Threads that it may use; nil if it decides itself.
  let threads: Int?
  /// Does the work `warmUpCount` times, then `count` more times; returns the milliseconds of each of the latter.
  let time: (_ warmUpCount: Int, _ count: Int) throws -> [Double]

  /// A contender that times itself.
  init(_ name: String, threads: Int?, time: @escaping (_ warmUpCount: Int, _ count: Int) throws -> [Double]) {
    self.name = name
    self.threads = threads
    self.time = time
  }

  /// Work in this process, in a plain loop.
  init(_ name: String, threads: Int?, body: @escaping () throws -> Void) {
    self.init(name, threads: threads) { warmUpCount, count in
      for _ in 0..<warmUpCount { try body() }
      return try (0..<count).map { _ in
        let start = MonotonicClock.nanoseconds()
        try body()
        return Double(MonotonicClock.nanoseconds() - start) / 1e6
      }
    }
  }
}
