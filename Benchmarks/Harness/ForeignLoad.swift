import Foundation
import MudraPlatform

/// How much of the processors others used during a measurement, since a machine that is not quiet falsifies it.
struct ForeignLoad {
  /// Ticks of all processors since the system started.
  private struct Ticks {
    var total = 0, busy = 0, stolen = 0
    /// Of this process and of its children that have ended.
    var own = 0
  }

  private let start: Ticks?

  /// Starts watching.
  init() { start = Self.now() }

  /// The fractions of processor time, 0 to 1, that other processes used and that the machine's host took since the
  /// start; nil if the system does not report them. Children count as others until they have ended.
  var shares: (others: Double, host: Double)? {
    guard let start, let end = Self.now(), end.total > start.total else { return nil }
    let total = Double(end.total - start.total)
    let others = Double(end.busy - start.busy) - Double(end.own - start.own)
    return (max(others, 0) / total, Double(end.stolen - start.stolen) / total)
  }

  /// Sources: proc(5), `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; times(2).
  private static func now() -> Ticks? {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let line = text.split(separator: "\n").first
    else { return nil }
    let fields = line.split(separator: " ").dropFirst().compactMap { Int($0) }
    guard fields.count >= 8 else { return nil }
    var ticks = Ticks()
    ticks.total = fields[..<8].reduce(0, +)
    ticks.stolen = fields[7]
    ticks.busy = ticks.total - fields[3] - fields[4] - fields[7]
    var own = tms()
    times(&own)
    ticks.own = Int(own.tms_utime + own.tms_stime + own.tms_cutime + own.tms_cstime)
    return ticks
  }
}
