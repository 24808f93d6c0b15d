import Foundation

/// Checks that a long-running process does not grow.
///
/// Its resources are sampled several times in each interval of the run, and the least of these samples counts:
/// temporary resources, such as those that another thread has not released yet, are not growth. In the first interval,
/// caches and thread pools may grow, so its last sample counts.
struct ResourceWatch {
  /// This system does not report what a process holds.
  struct Untold: Error, CustomStringConvertible {
    let description = "there is no /proc that tells what the process holds"
  }

  private var samples: [ProcessResources] = []
  private var intervals: [ProcessResources] = []
  private var restingThreadCounts: [Int] = []

  /// Takes a sample.
  mutating func sample() throws {
    samples.append(try Self.now())
  }

  /// Counts the threads after a rest. The system's pool has more of them while other programs use the processors, and
  /// releases those that have been idle for five seconds.
  mutating func rest() throws -> Int {
    Thread.sleep(forTimeInterval: 8)
    let count = try Self.now().threadCount
    restingThreadCounts.append(count)
    return count
  }

  private static func now() throws -> ProcessResources {
    guard let now = ProcessResources.now() else { throw Untold() }
    return now
  }

  /// Ends an interval, and returns what was held in it.
  mutating func endInterval() throws -> ProcessResources {
    guard let least = intervals.isEmpty ? samples.last : ProcessResources(leastOf: samples) else { throw Untold() }
    intervals.append(least)
    samples.removeAll(keepingCapacity: true)
    return least
  }

  /// The growth from the first interval to the highest of the later ones, with the promises: at most 1 MB, no
  /// descriptor, no thread, from the first rest to the last if there were rests.
  func figures(_ title: String) throws -> [Figure] {
    guard let first = intervals.first else { throw Untold() }
    func growth(_ part: KeyPath<ProcessResources, Int>) -> Double {
      Double((intervals.dropFirst().map { $0[keyPath: part] }.max() ?? first[keyPath: part]) - first[keyPath: part])
    }
    var threads = growth(\.threadCount)
    if let first = restingThreadCounts.first, let last = restingThreadCounts.last { threads = Double(last - first) }
    return [
      Figure("\(title): growth of resident memory", growth(\.residentByteCount) / 1e6, "MB", promise: .atMost(1)),
      Figure("\(title): growth of open descriptors", growth(\.descriptorCount), "", promise: .atMost(0)),
      Figure("\(title): growth of threads", threads, "", promise: .atMost(0)),
    ]
  }

  /// Does something many times, and reports a line for each tenth and the growth of what the process holds.
  static func report(
    _ title: String, count: Int, _ report: inout BenchmarkReport, _ body: (_ index: Int) throws -> Void
  ) throws {
    var watch = ResourceWatch()
    for index in 0..<count {
      try body(index)
      guard (index + 1) % max(count / 100, 1) == 0 else { continue }
      // Other threads may still be releasing what ended last.
      Thread.sleep(forTimeInterval: 0.05)
      try watch.sample()
      guard (index + 1) % max(count / 10, 1) == 0 else { continue }
      report.line("  \(index + 1): \(try watch.endInterval().text)")
    }
    for figure in try watch.figures("\(title), \(count) times, after the first tenth") { report.add(figure) }
  }
}
