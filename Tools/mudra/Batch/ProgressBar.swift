import MudraPlatform

/// The progress of many pictures, on the terminal that shows standard error.
struct ProgressBar {
  private static let interval: UInt64 = 100_000_000
  private static let width = 24

  private let total: Int?
  private let isShown: Bool
  private let start = MonotonicClock.nanoseconds()
  private var lastTime: UInt64 = 0
  private let earlier: Int
  private var count: Int

  /// Starts the clock.
  ///
  /// - Parameters:
  ///   - total: the number of pictures, if it is known.
  ///   - earlier: those of them that were done before.
  ///   - isShown: whether it is wanted where there is a terminal.
  init(total: Int?, earlier: Int, isShown: Bool) {
    self.total = total
    self.earlier = earlier
    count = earlier
    self.isShown = isShown && total != 1 && StandardStreams.canShowPassingLine
  }

  /// Counts a picture.
  mutating func advance() {
    count += 1
    guard isShown else { return }
    let now = MonotonicClock.nanoseconds()
    let isDue = now - lastTime >= Self.interval || count == total
    guard isDue || !StandardStreams.showsPassingLine else { return }
    lastTime = now
    let seconds = Double(now - start) / 1e9
    StandardStreams.showPassingLine(Self.text(count, of: total, rate: Double(count - earlier) / max(seconds, 1e-9)))
  }

  /// Removes it.
  func end() {
    if isShown { StandardStreams.clearPassingLine() }
  }

  /// The bar: how many of how many, pictures in a second, and the time that is left.
  private static func text(_ count: Int, of total: Int?, rate: Double) -> String {
    let speed = "\(NumberText.fixed(rate, 1)) pictures/s"
    guard let total, total > 0 else { return "\(count)  \(speed)" }
    let length = min(count * width / total, width)
    let bar = String(repeating: "#", count: length) + String(repeating: ".", count: width - length)
    let left = Int(min((Double(max(total - count, 0)) / max(rate, 1e-9)).rounded(.up), 359_999))
    return "[\(bar)] \(count)/\(total)  \(speed)  \(time(left)) left"
  }

  private static func time(_ seconds: Int) -> String {
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0
      ? "\(hours):\(twoDigits(minute)):\(twoDigits(rest))" : "\(minute):\(twoDigits(rest))"
  }
}
