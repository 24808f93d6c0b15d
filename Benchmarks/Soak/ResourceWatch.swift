import Foundation

/// Watches that a process that goes on and on does not grow.
///
/// What it holds is looked at several times in each stretch of the run, and the least of these counts: what goes away
/// again, such as what another thread has not let go of yet, is no growth. The first stretch may grow, as caches and
/// pools of threads do: of it the last look counts.
struct ResourceWatch {
  /// This system does not tell what a process holds.
  struct Untold: Error, CustomStringConvertible {
    let description = "there is no /proc that tells what the process holds"
  }

  private var looks: [ProcessResources] = []
  private var stretches: [ProcessResources] = []
  private var restingThreadCounts: [Int] = []

  /// Looks.
  mutating func look() throws {
    looks.append(try Self.now())
  }

  /// Counts the threads after a rest. The system's pool has more of them while other programs want the processors, and
  /// lets go of those that have nothing to do for five seconds.
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

  /// Ends a stretch, and says what was held in it.
  mutating func endStretch() throws -> ProcessResources {
    guard let least = stretches.isEmpty ? looks.last : ProcessResources(leastOf: looks) else { throw Untold() }
    stretches.append(least)
    looks.removeAll(keepingCapacity: true)
    return least
  }

  /// The growth from the first stretch to the highest of the later ones, with what is promised of it: at most 1 MB, no
  /// descriptor, no thread, from the first rest to the last if there were rests.
  func figures(_ title: String) throws -> [Figure] {
    guard let first = stretches.first else { throw Untold() }
    func growth(_ part: KeyPath<ProcessResources, Int>) -> Double {
      Double((stretches.dropFirst().map { $0[keyPath: part] }.max() ?? first[keyPath: part]) - first[keyPath: part])
    }
    var threads = growth(\.threadCount)
    if let first = restingThreadCounts.first, let last = restingThreadCounts.last { threads = Double(last - first) }
    return [
      Figure("\(title): growth of resident memory", growth(\.residentByteCount) / 1e6, "MB", promise: .atMost(1)),
      Figure("\(title): growth of open descriptors", growth(\.descriptorCount), "", promise: .atMost(0)),
      Figure("\(title): growth of threads", threads, "", promise: .atMost(0)),
    ]
  }

  /// Does something many times over, with a line for each tenth and the growth of what the process holds.
  static func report(
    _ title: String, count: Int, _ report: inout BenchmarkReport, _ body: (_ index: Int) throws -> Void
  ) throws {
    var watch = ResourceWatch()
    for index in 0..<count {
      try body(index)
      guard (index + 1) % max(count / 100, 1) == 0 else { continue }
      // Other threads may still be letting go of what ended last.
      Thread.sleep(forTimeInterval: 0.05)
      try watch.look()
      guard (index + 1) % max(count / 10, 1) == 0 else { continue }
      report.line("  \(index + 1): \(try watch.endStretch().text)")
    }
    for figure in try watch.figures("\(title), \(count) times, after the first tenth") { report.add(figure) }
  }
}
