import PixelImaging

/// Gives frames their times: those of the video, or with a given interval.
struct FrameClock {
  /// The milliseconds from one picture to the next, and between frames of a clip that does not state its rate.
  private static let usualInterval: Double = 33

  private let interval: Double?
  private var index = 0
  private var lastTimestamp = -1

  /// A clock. `interval` is in milliseconds; nil for the video's own times.
  init(interval: Double?) {
    self.interval = interval
  }

  /// The time of the next frame in milliseconds. Frames less than a millisecond apart get consecutive ones.
  ///
  /// - Parameter own: the time in the video of the frame with a number, if there is one.
  mutating func next(own: (Int) -> Int? = { _ in nil }) -> Int {
    let usual = (Double(index) * (interval ?? Self.usualInterval)).rounded()
    let timestamp = (interval == nil ? own(index) : nil) ?? Int(min(usual, 0x1p62))
    index += 1
    lastTimestamp = max(timestamp, lastTimestamp + 1)
    return lastTimestamp
  }

  /// Frames per second, to a thousandth of a millisecond.
  ///
  /// - Parameter own: the rate of the video, if it has one.
  func rate(own: Y4MFrameRate?) -> Y4MFrameRate? {
    if interval == nil, let own { return own }
    return Y4MFrameRate(1_000_000, Int(((interval ?? Self.usualInterval) * 1000).rounded()))
  }
}
