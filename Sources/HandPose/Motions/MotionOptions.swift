/// When a movement counts as a motion of a model.
public struct MotionOptions: Sendable, Hashable, Codable {
  /// How many false alarms a minute of ordinary movement are accepted, from 0.01 to 60: fewer of them mean that more
  /// motions are missed. What they are worth was measured at the training (``MotionModel/curve``).
  public var falseAlarmsPerMinute: Double

  /// Options that accept this many false alarms per minute.
  public init(falseAlarmsPerMinute: Double = 1) {
    self.falseAlarmsPerMinute = falseAlarmsPerMinute
  }

  func check() throws(HandPoseError) {
    guard (0.01...60).contains(falseAlarmsPerMinute) else {
      throw .invalidSetting(
        name: "falseAlarmsPerMinute", value: falseAlarmsPerMinute, expected: "a number from 0.01 to 60")
    }
  }
}
