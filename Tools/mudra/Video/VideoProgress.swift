import Dispatch

/// Reports the progress of a video on standard error once a second, and its speed at the end.
struct VideoProgress {
  private static let interval: UInt64 = 1_000_000_000

  private let total: Int?
  private let start = DispatchTime.now().uptimeNanoseconds
  private var lastNote: UInt64
  private let isShown: Bool
  private let isSummed: Bool
  /// The frames so far.
  private(set) var count = 0

  /// Starts the clock.
  ///
  /// - Parameters:
  ///   - total: the number of frames, if known.
  ///   - isShown: whether there are lines in between.
  ///   - isSummed: whether there is a line at the end.
  init(total: Int?, isShown: Bool, isSummed: Bool) {
    self.total = total
    self.isShown = isShown
    self.isSummed = isSummed
    lastNote = start
  }

  /// Counts a frame.
  mutating func frameDone() {
    count += 1
    let now = DispatchTime.now().uptimeNanoseconds
    guard isShown, now - lastNote >= Self.interval else { return }
    lastNote = now
    StandardStreams.note("[\(count)\(total.map { "/\($0)" } ?? "")] \(rate(until: now))")
  }

  /// Reports the number of frames and the speed.
  func end() {
    guard isSummed else { return }
    StandardStreams.note("\(NumberText.count(count, "frame")), \(rate(until: DispatchTime.now().uptimeNanoseconds))")
  }

  private func rate(until now: UInt64) -> String {
    let seconds = Double(now - start) / 1e9
    return "\(NumberText.fixed(seconds > 0 ? Double(count) / seconds : 0, 1)) frames/s"
  }
}
