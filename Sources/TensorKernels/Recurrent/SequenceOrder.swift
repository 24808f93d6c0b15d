/// The layout of sequences in a tensor.
package struct SequenceOrder: Sendable, Hashable {
  package let batch: Int, times: Int
  package let isTimeMajor: Bool

  /// For `[batch, time, …]`, or `[time, batch, …]`.
  package init(_ shape: [Int], isTimeMajor: Bool) {
    self.isTimeMajor = isTimeMajor
    (batch, times) = isTimeMajor ? (shape[1], shape[0]) : (shape[0], shape[1])
  }

  /// The shape of a tensor with rows of this length.
  package func shape(_ length: Int) -> [Int] { (isTimeMajor ? [times, batch] : [batch, times]) + [length] }

  package func row(_ time: Int, _ sequence: Int) -> Int {
    isTimeMajor ? time * batch + sequence : sequence * times + time
  }

  /// Gathers a time step's inputs of all sequences in rows, each followed by the sequence's state.
  package func gather(
    _ time: Int, _ input: UnsafePointer<Float>, _ inputs: Int, _ state: UnsafePointer<Float>, _ outputs: Int,
    to rows: UnsafeMutablePointer<Float>
  ) {
    for sequence in 0..<batch {
      let target = rows + sequence * (inputs + outputs)
      target.update(from: input + row(time, sequence) * inputs, count: inputs)
      (target + inputs).update(from: state + sequence * outputs, count: outputs)
    }
  }

  /// Writes the states of all sequences to the output of a time step.
  package func scatter(
    _ time: Int, _ state: UnsafePointer<Float>, _ outputs: Int, to output: UnsafeMutablePointer<Float>
  ) {
    for sequence in 0..<batch {
      (output + row(time, sequence) * outputs).update(from: state + sequence * outputs, count: outputs)
    }
  }
}
