/// How sequences lie in a tensor.
struct SequenceOrder: Sendable {
  let batch: Int, times: Int
  let isTimeMajor: Bool

  /// That of `[batch, time, …]`, or `[time, batch, …]`.
  init(_ shape: [Int], isTimeMajor: Bool) {
    self.isTimeMajor = isTimeMajor
    (batch, times) = isTimeMajor ? (shape[1], shape[0]) : (shape[0], shape[1])
  }

  /// The shape of a tensor with a row of the given length for each time.
  func shape(_ length: Int) -> [Int] { (isTimeMajor ? [times, batch] : [batch, times]) + [length] }

  /// The row of a time of a sequence.
  func row(_ time: Int, _ sequence: Int) -> Int {
    isTimeMajor ? time * batch + sequence : sequence * times + time
  }

  /// Puts the inputs of a time of all sequences in rows, each with the sequence's state behind it.
  func gather(
    _ time: Int, _ input: UnsafePointer<Float>, _ inputs: Int, _ state: UnsafePointer<Float>, _ outputs: Int,
    to rows: UnsafeMutablePointer<Float>
  ) {
    for sequence in 0..<batch {
      let target = rows + sequence * (inputs + outputs)
      target.update(from: input + row(time, sequence) * inputs, count: inputs)
      (target + inputs).update(from: state + sequence * outputs, count: outputs)
    }
  }

  /// Puts the states of all sequences in the output, as their outputs of a time.
  func scatter(
    _ time: Int, _ state: UnsafePointer<Float>, _ outputs: Int, to output: UnsafeMutablePointer<Float>
  ) {
    for sequence in 0..<batch {
      (output + row(time, sequence) * outputs).update(from: state + sequence * outputs, count: outputs)
    }
  }
}
