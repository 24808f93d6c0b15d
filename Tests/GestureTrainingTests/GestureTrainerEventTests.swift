import GestureTraining
import Testing

@Suite struct GestureTrainerEventTests {
  private let softmax = GestureTrainer(options: GestureTrainingOptions(method: .softmax))

  /// Two gestures and other poses.
  private func dataset() throws -> GestureDataset {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 8)
    for _ in 0..<8 { try dataset.add(drawn.next(2), gesture: nil) }
    return dataset
  }

  @Test func `iterations are counted, and their loss goes down to the gestures that train gives`() async throws {
    let dataset = try dataset()
    var losses: [Double] = []
    var found: TrainedGestures?
    for try await event in softmax.events(training: dataset) {
      #expect(found == nil, "nothing comes after the gestures")
      switch event {
      case .iteration(let count, let loss):
        losses.append(loss)
        #expect(count == losses.count)
      case .finished(let gestures): found = gestures
      }
    }
    #expect(losses.count > 3)
    #expect(losses == losses.sorted(by: >=))
    #expect(try found == softmax.train(dataset))
  }

  @Test func `a closed form has only its end`() async throws {
    let (trainer, dataset) = (GestureTrainer(), try dataset())
    var events: [GestureTrainer.Event] = []
    for try await event in trainer.events(training: dataset) { events.append(event) }
    #expect(try events == [.finished(trainer.train(dataset))])
  }

  @Test func `errors of training end the events`() async throws {
    await #expect(throws: GestureTrainingError.noExamples(pictureCount: 0)) {
      for try await _ in softmax.events(training: GestureDataset()) {}
    }
  }
}
