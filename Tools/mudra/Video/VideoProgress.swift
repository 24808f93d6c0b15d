import Dispatch

/// Reports the progress of a video on standard error once a second, and its speed at the end.
struct VideoProgress {
  private static let interval: UInt64 = 1_000_000_000

  private let total: Int?
  private let start = DispatchTime.now().uptimeNanoseconds
  private var lastNote: UInt64
  private let isLive: Bool
  /// The frames so far.
  private(set) var count = 0

  /// Starts the clock. `total` is the number of frames, if known; in a live view there are no lines in between.
  init(total: Int?, isLive: Bool) {
    self.total = total
    self.isLive = isLive
    lastNote = start
  }

  /// Counts a frame.
  mutating func frameDone() {
    count += 1
    let now = DispatchTime.now().uptimeNanoseconds
    guard !isLive, now - lastNote >= Self.interval else { return }
    lastNote = now
    StandardStreams.note("[\(count)\(total.map { "/\($0)" } ?? "")] \(rate(until: now))")
  }

  /// Reports the number of frames and the speed.
  func end() {
    StandardStreams.note("\(NumberText.count(count, "frame")), \(rate(until: DispatchTime.now().uptimeNanoseconds))")
  }

  private func rate(until now: UInt64) -> String {
    let seconds = Double(now - start) / 1e9
    return "\(NumberText.fixed(seconds > 0 ? Double(count) / seconds : 0, 1)) frames/s"
  }
}
