import Foundation
import GestureTraining
import TestSupport
import Testing

@Suite struct GestureTrainerTests {
  private func train(_ dataset: GestureDataset) throws -> TrainedGestures { try GestureTrainer().train(dataset) }

  private func expect(_ error: GestureTrainingError, _ dataset: GestureDataset) {
    #expect(throws: error) { try GestureTrainer().train(dataset) }
  }

  // MARK: Determinism

  @Test func `the order of the examples does not matter to a bit`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    let dataset = try drawn.dataset(["c", "a", "b"], count: 6)
    var generator = SeededGenerator(seed: 5)
    let first = try train(dataset)
    for _ in 0..<4 {
      var shuffled = GestureDataset()
      for example in dataset.examples.shuffled(using: &generator) {
        try shuffled.add(example.embedding, gesture: example.gesture, source: example.source)
      }
      let second = try train(shuffled)
      #expect(second == first)
    }
    #expect(first.names == ["a", "b", "c"])
  }

  @Test func `what was trained is read back from JSON to a bit`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    let gestures = try train(drawn.dataset(["a", "b"], count: 5))
    let copy = try JSONDecoder().decode(TrainedGestures.self, from: JSONEncoder().encode(gestures))
    #expect(copy == gestures)
  }

  // MARK: Few and many

  @Test func `one gesture alone is enough`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    let gestures = try train(drawn.dataset(["only"], count: 8))
    let kept = (0..<100).count { _ in gestures.decision(for: drawn.next(0)).name == "only" }
    #expect(kept > 80)
    #expect(gestures.decision(for: drawn.next(1)).name == nil)
    #expect(gestures.report.nearestPair == nil)
  }

  @Test func `two examples of one gesture are enough to be named themselves`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1)
    let dataset = try drawn.dataset(["only"], count: 2)
    let gestures = try train(dataset)
    for example in dataset.examples { #expect(gestures.decision(for: example.embedding).name == "only") }
    #expect(gestures.report.scarceGestures == ["only"])
  }

  @Test func `a thousand examples of ten gestures are learned`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 10)
    let gestures = try train(drawn.dataset((0..<10).map { "gesture \($0)" }, count: 100))
    #expect(gestures.report.accuracy > 0.99)
    #expect(abs(gestures.report.keptShare - 0.95) < 0.03)
  }

  @Test func `a gesture without examples, or with one, is refused by name`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    var dataset = try drawn.dataset(["a"], count: 3)
    try dataset.skip("b/1.png", gesture: "b", fault: nil)
    expect(.tooFewExamples(gesture: "b", count: 0), dataset)
    try dataset.add(drawn.next(1), gesture: "b")
    expect(.tooFewExamples(gesture: "b", count: 1), dataset)
  }

  @Test func `no hand at all is refused`() throws {
    expect(.noExamples(pictureCount: 0), GestureDataset())
    var dataset = GestureDataset()
    try dataset.skip("a/1.png", gesture: "a", fault: nil)
    try dataset.skip("a/2.png", gesture: "a", fault: "not a picture")
    expect(.noExamples(pictureCount: 2), dataset)
    var others = GestureDataset()
    try others.add(HandEmbedding([1, 2]), gesture: nil)
    expect(.noExamples(pictureCount: 1), others)
  }

  @Test func `examples that are all alike are refused`() throws {
    var dataset = GestureDataset()
    for (value, name) in [(Float(1), "a"), (2, "b")] {
      for _ in 0..<4 { try dataset.add(HandEmbedding([value, 3, -1]), gesture: name) }
    }
    expect(.allAlike, dataset)
  }

  @Test func `copies of one picture do not disturb the limit`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 8)
    let copy = drawn.next(2)
    for _ in 0..<4 { try dataset.add(copy, gesture: "c") }
    let gestures = try train(dataset)
    let kept = (0..<100).count { gestures.decision(for: drawn.next($0 % 2)).name != nil }
    #expect(kept > 80)
  }

  @Test(arguments: [Float.leastNormalMagnitude, 8 * .leastNonzeroMagnitude, 1e30, .greatestFiniteMagnitude])
  func `extreme values end in gestures or in an error`(scale: Float) throws {
    var dataset = GestureDataset()
    for (index, name) in ["a", "a", "b", "b", "b"].enumerated() {
      try dataset.add(HandEmbedding([scale, scale / Float(index + 1), 0, -scale]), gesture: name)
    }
    do {
      let gestures = try train(dataset)
      let isFinite = gestures.head.scores(dataset.examples[0].embedding.values).allSatisfy { $0.isFinite }
      #expect(isFinite)
    } catch let error as GestureTrainingError {
      #expect(error == .allAlike)
    }
  }

  @Test func `gestures have a limit`() throws {
    var dataset = GestureDataset()
    for index in 0..<2 * 1001 { try dataset.add(HandEmbedding([Float(index), 1]), gesture: "\(index / 2)") }
    expect(.tooManyGestures(count: 1001, limit: 1000), dataset)
  }

  @Test func `options out of range are refused`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1)
    let dataset = try drawn.dataset(["a"], count: 3)
    for share in [0.5, 1, .nan, -.infinity] {
      #expect(throws: GestureTrainingError.self) {
        try GestureTrainer(options: GestureTrainingOptions(keptShare: share)).train(dataset)
      }
    }
  }

  @Test func `a cancelled task trains nothing`() async throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    let dataset = try drawn.dataset(["a", "b"], count: 50)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try GestureTrainer().train(dataset)
    }
    await #expect(throws: GestureTrainingError.cancelled) { try await task.value }
  }
}
