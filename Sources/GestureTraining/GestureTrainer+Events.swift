extension GestureTrainer {
  /// What happens while gestures are trained.
  public enum Event: Sendable, Hashable {
    /// An iteration of a softmax head ended: how many there were, from 1, and the loss, which never increases. A
    /// distance head is in closed form and has none.
    case iteration(Int, loss: Double)
    /// The gestures are trained. This is the last event.
    case finished(TrainedGestures)
  }

  /// Trains on a dataset in a task of its own, and tells how far it is.
  ///
  /// ```swift
  /// for try await event in trainer.events(training: dataset) {
  ///   if case .finished(let gestures) = event { try GestureBundle.write(gestures, to: "my.task") }
  /// }
  /// ```
  ///
  /// The sequence throws the errors of ``train(_:)``, all of them `GestureTrainingError`. Whoever stops to iterate ends
  /// the training.
  public func events(training dataset: GestureDataset) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let gestures = try train(dataset) { continuation.yield(.iteration($0, loss: $1)) }
          continuation.yield(.finished(gestures))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
