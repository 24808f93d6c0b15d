import TensorRuntime

/// What a training may take: time, and whether anybody still waits for it.
struct TrainingBudget {
  private let deadline: Deadline?

  /// A training that starts now.
  init(_ limits: ModelLimits) {
    deadline = Deadline(in: limits.time)
  }

  /// Ends the training if its time is over, or if the caller's task is cancelled.
  func check() throws(GestureTrainingError) {
    guard !Task.isCancelled else { throw .cancelled }
    do throws(ModelError) {
      try deadline?.check()
    } catch {
      throw .limit(error)
    }
  }

  /// Refuses a training that would take too much memory, before it takes any.
  ///
  /// - Parameters:
  ///   - size: the values of an embedding.
  ///   - examples: the examples of gestures and of other poses.
  ///   - gestures: the gestures.
  ///   - spaces: the spaces that are kept: that of all examples, and one for each part that is left out.
  static func checkMemory(
    size: Int, examples: Int, gestures: Int, spaces: Int, _ limits: ModelLimits
  ) throws(GestureTrainingError) {
    // A space has a matrix and means; while one is made there are two more matrices, and means before whitening.
    let numbers = Double(size) * (Double(spaces + 2) * Double(size + gestures) + 2 * Double(examples))
    let byteCount = numbers * Double(MemoryLayout<Double>.size)
    guard byteCount <= Double(limits.memoryByteCount) else {
      throw .limit(.memoryTooLarge(byteCount: Int(exactly: byteCount) ?? .max, limit: limits.memoryByteCount))
    }
  }
}
