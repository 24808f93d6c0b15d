import Foundation

/// Watches that a process that goes on and on does not grow: what it holds after its beginning against what it held then.
struct ResourceWatch {
  /// This system does not tell what a process holds.
  struct Untold: Error, CustomStringConvertible {
    let description = "there is no /proc that tells what the process holds"
  }

  private var beginning: ProcessResources?
  private var later: ProcessResources?

  /// Looks, and says what it saw.
  ///
  /// - Parameter isBeginning: whether growth is still allowed.
  @discardableResult
  mutating func look(isBeginning: Bool) throws -> ProcessResources {
    guard let now = ProcessResources.now() else { throw Untold() }
    if isBeginning {
      beginning = beginning?.most(now) ?? now
    } else {
      later = later?.most(now) ?? now
    }
    return now
  }

  /// The growth, with what is promised of it: at most 1 MB, no descriptor, no thread.
  func figures(_ title: String) throws -> [Figure] {
    guard let beginning, let later else { throw Untold() }
    let bytes = later.residentByteCount - beginning.residentByteCount
    return [
      Figure("\(title): growth of resident memory", Double(bytes) / 1e6, "MB", promise: .atMost(1)),
      Figure(
        "\(title): growth of open descriptors", Double(later.descriptorCount - beginning.descriptorCount), "",
        promise: .atMost(0)),
      Figure("\(title): growth of threads", Double(later.threadCount - beginning.threadCount), "", promise: .atMost(0)),
    ]
  }

  /// Does something many times over, with a line and the growth of what the process holds. The first tenth may grow.
  static func report(
    _ title: String, count: Int, _ report: inout BenchmarkReport, _ body: (_ index: Int) throws -> Void
  ) throws {
    var watch = ResourceWatch()
    let (tenth, interval) = (max(count / 10, 1), max(count / 100, 1))
    for index in 0..<count {
      try body(index)
      guard (index + 1) % interval == 0 else { continue }
      // Other threads may still be letting go of what ended last.
      Thread.sleep(forTimeInterval: 0.05)
      let resources = try watch.look(isBeginning: index < tenth)
      if (index + 1) % tenth == 0 { report.line("  \(index + 1): \(resources.text)") }
    }
    for figure in try watch.figures("\(title), \(count) times, after the first tenth") { report.add(figure) }
  }
}
