#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  /// CoreMedia's name of a number of parts of a second.
  public typealias CMTimeValue = Int64
  /// CoreMedia's name of how many parts a second has.
  public typealias CMTimeScale = Int32

  /// A time as a fraction of seconds, by CoreMedia's name. Times are equal if their fractions are; all invalid ones are
  /// equal and come last.
  public struct CMTime: Sendable, Comparable, Codable {
    /// The number of parts.
    public var value: CMTimeValue
    /// The parts of a second; a time is invalid if they are not positive.
    public var timescale: CMTimeScale

    /// A time of `value / timescale` seconds.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
      self.value = value
      self.timescale = timescale
    }

    /// The time of a number of seconds, to the nearest part; invalid if it is too long to be counted.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
      let value = CMTimeValue(exactly: (seconds * Double(preferredTimescale)).rounded())
      self.init(value: value ?? 0, timescale: value == nil ? 0 : preferredTimescale)
    }

    /// No time.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Not a time.
    public static let invalid = CMTime(value: 0, timescale: 0)

    /// Whether this is a time.
    public var isValid: Bool { timescale > 0 }

    /// The seconds; not a number if the time is invalid.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }

    /// Whether both are the same time.
    public static func == (first: CMTime, second: CMTime) -> Bool {
      !(first < second) && !(second < first)
    }

    /// Whether a time is before another.
    public static func < (first: CMTime, second: CMTime) -> Bool {
      guard first.isValid, second.isValid else { return first.isValid && !second.isValid }
      let left = first.value.multipliedFullWidth(by: Int64(second.timescale))
      let right = second.value.multipliedFullWidth(by: Int64(first.timescale))
      return (left.high, left.low) < (right.high, right.low)
    }
  }

  /// A time of `value / timescale` seconds.
  public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
  }

  /// The time of a number of seconds.
  public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
  }

  /// The seconds of a time; not a number if it is invalid.
  public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
#endif
