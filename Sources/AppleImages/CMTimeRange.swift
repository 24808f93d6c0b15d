#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  /// A time and how long it lasts, by CoreMedia's name.
  public struct CMTimeRange: Sendable, Equatable, Codable {
    /// The first time.
    public var start: CMTime
    /// How long it lasts.
    public var duration: CMTime

    /// A range from its start and duration.
    public init(start: CMTime, duration: CMTime) {
      self.start = start
      self.duration = duration
    }

    /// A range of no length at time 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// Not a range.
    public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)

    /// Whether start and duration are times, and the duration is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }

    /// The time after the last one; invalid if the range is, or if the time cannot be counted.
    public var end: CMTime { isValid ? CMTimeAdd(start, duration) : .invalid }
  }

  /// A range from its start and duration.
  public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
  }

  /// The sum of two times, in parts that both can be counted in; invalid if one of them is, or the sum is too large.
  public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    guard lhs.isValid, rhs.isValid else { return .invalid }
    var (divisor, rest) = (lhs.timescale, rhs.timescale)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (scale, isScaleTooLarge) = (lhs.timescale / divisor).multipliedReportingOverflow(by: rhs.timescale)
    guard !isScaleTooLarge else { return .invalid }
    let (first, isFirstTooLarge) = lhs.value.multipliedReportingOverflow(by: Int64(scale / lhs.timescale))
    let (second, isSecondTooLarge) = rhs.value.multipliedReportingOverflow(by: Int64(scale / rhs.timescale))
    let (sum, isSumTooLarge) = first.addingReportingOverflow(second)
    guard !isFirstTooLarge, !isSecondTooLarge, !isSumTooLarge else { return .invalid }
    return CMTime(value: sum, timescale: scale)
  }
#endif
