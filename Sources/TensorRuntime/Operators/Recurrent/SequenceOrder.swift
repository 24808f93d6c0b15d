/// How sequences lie in a tensor.
struct SequenceOrder: Sendable {
  let batch: Int, times: Int
  let isTimeMajor: Bool

  /// That of `[batch, time, …]`, or `[time, batch, …]`.
  init(_ shape: [Int], isTimeMajor: Bool) {
    self.isTimeMajor = isTimeMajor
    (batch, times) = isTimeMajor ? (shape[1], shape[0]) : (shape[0], shape[1])
  }

  /// The axis of times.
  var timeAxis: Int { isTimeMajor ? 0 : 1 }

  /// The shape of a tensor with a row of the given length for each time.
  func shape(_ length: Int) -> [Int] { (isTimeMajor ? [times, batch] : [batch, times]) + [length] }

  /// The row of a time of a sequence.
  func row(_ time: Int, _ sequence: Int) -> Int {
    isTimeMajor ? time * batch + sequence : sequence * times + time
  }
}
