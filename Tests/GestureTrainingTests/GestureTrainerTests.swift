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
    let kept = try (0..<100).count { _ in try gestures.decision(for: drawn.next(0)).name == "only" }
    #expect(kept > 80)
    #expect(try gestures.decision(for: drawn.next(1)).name == nil)
    #expect(gestures.report.nearestPair == nil)
  }

  @Test func `two examples of one gesture are enough to be named themselves`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1)
    let dataset = try drawn.dataset(["only"], count: 2)
    let gestures = try train(dataset)
    for example in dataset.examples { #expect(try gestures.decision(for: example.embedding).name == "only") }
    #expect(gestures.report.scarceGestures == ["only"])
  }

  @Test func `a thousand examples of ten gestures are learned`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 10)
    let gestures = try train(drawn.dataset((0..<10).map { "gesture \($0)" }, count: 100))
    #expect(gestures.report.accuracy > 0.99)
    #expect(abs(gestures.report.keptShare - 0.95) < 0.03)
  }

  @Test func `a gesture without a hand is refused by name`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    var dataset = try drawn.dataset(["a"], count: 3)
    try dataset.skip("b/1.png", gesture: "b", fault: nil)
    expect(.noExample(gesture: "b"), dataset)
  }

  @Test func `one example of each gesture is enough to begin with`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 4)
    let gestures = try train(drawn.dataset(["a", "b", "c"], count: 1))
    #expect(gestures.report.limit.source == .otherGestures)
    #expect(gestures.report.comparedCount == 0)
    #expect(gestures.report.comparison.hasPrefix("No example could be compared"))
    let right = try (0..<90).count { try gestures.decision(for: drawn.next($0 % 3)).name == ["a", "b", "c"][$0 % 3] }
    #expect(right >= 80)
    #expect(try gestures.decision(for: drawn.next(3)).name == nil)
  }

  @Test func `one example of a gesture has the covariance of the others`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 12)
    try dataset.add(drawn.next(2), gesture: "c")
    let gestures = try train(dataset)
    #expect(gestures.report.comparedCount == 24)
    #expect(gestures.report.gestures.map(\.exampleCount) == [12, 12, 1])
    #expect(try gestures.decision(for: dataset.examples[24].embedding).name == "c")
    #expect(try (0..<50).count { _ in try gestures.decision(for: drawn.next(2)).nearest == "c" } == 50)
  }

  @Test func `a single gesture is kept away from drawn hands`() throws {
    let hands = try DrawnHands()
    let all = try hands.dataset(count: 3)
    var dataset = GestureDataset()
    for example in all.examples where example.gesture == "victory" {
      // A session: frames that are almost alike.
      for step in 0..<3 {
        try dataset.add(
          HandEmbedding(example.embedding.values.map { $0 * (1 + 0.001 * Float(step)) }), gesture: "victory")
      }
      break
    }
    let gestures = try train(dataset)
    #expect(gestures.report.limit.source == .drawnPoses)
    let others = try hands.unknown.count { try gestures.decision(for: $0).name != nil }
    #expect(others * 50 <= hands.unknown.count)
    #expect(try gestures.decision(for: dataset.examples[0].embedding).name == "victory")
  }

  @Test func `no hand at all is refused`() throws {
    expect(.noExamples(pictureCount: 0), GestureDataset())
    var dataset = GestureDataset()
    try dataset.skip("a/1.png", gesture: "a", fault: nil)
    try dataset.skip("a/2.png", gesture: "a", fault: "not a picture")
    expect(.noExamples(pictureCount: 2), dataset)
    var others = GestureDataset()
    try others.add(HandEmbedding([1, 2]), gesture: nil)
    expect(.onlyOtherPoses(exampleCount: 1), others)
  }

  @Test func `copies of one example of each gesture are that example`() throws {
    var (single, copies) = (GestureDataset(), GestureDataset())
    for (value, name) in [(Float(1), "a"), (2, "b")] {
      try single.add(HandEmbedding([value, 3, -1]), gesture: name)
      for _ in 0..<4 { try copies.add(HandEmbedding([value, 3, -1]), gesture: name) }
    }
    #expect(try train(copies).head == train(single).head)
  }

  @Test func `examples that are all alike are refused`() throws {
    var dataset = GestureDataset()
    for name in ["a", "b"] {
      for _ in 0..<4 { try dataset.add(HandEmbedding([1, 3, -1]), gesture: name) }
    }
    expect(.allAlike, dataset)
  }

  // MARK: Limits

  @Test func `a training that would take too much memory is refused before it takes any`() throws {
    var dataset = GestureDataset()
    var drawn = DrawnEmbeddings(gestureCount: 2, size: 4096)
    for label in 0..<2 {
      for _ in 0..<2 { try dataset.add(drawn.next(label), gesture: "\(label)") }
    }
    let trainer = GestureTrainer(limits: ModelLimits(memoryByteCount: 300 << 20))
    #expect {
      try trainer.train(dataset)
    } throws: { error in
      guard case GestureTrainingError.limit(.memoryTooLarge(let byteCount, 314_572_800)) = error else { return false }
      return byteCount > 3 * 8 * 4096 * 4096
    }
    #expect(throws: GestureTrainingError.limit(.tooSlow(limit: .milliseconds(50)))) {
      try GestureTrainer(limits: ModelLimits(memoryByteCount: 4 << 30, time: .milliseconds(50))).train(dataset)
    }
  }

  @Test func `an embedding of another size, or that is not finite, is an error`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2, size: 8)
    let gestures = try train(drawn.dataset(["a", "b"], count: 4))
    #expect(throws: GestureTrainingError.embeddingSize(source: "the hand", found: 7, expected: 8)) {
      try gestures.decision(for: HandEmbedding(Array(repeating: 1, count: 7)))
    }
    #expect(throws: GestureTrainingError.notFinite(source: "the hand")) {
      try gestures.decision(for: HandEmbedding(Array(repeating: .nan, count: 8)))
    }
  }

  @Test(arguments: [
    (#""center":\["#, #""center":[0,"#), (#""squaredLimit":"#, #""squaredLimit":-"#),
    (#""names":\["a","#, #""names":["b","#),
    (#""names":\["a",""#, #""names":[""#), (#""means":\[\["#, #""means":[[3,"#),
    (#""regularization":"#, #""regularization":7000"#),
    (#""whitening":\["#, #""whitening":[1e999,"#), (#""names":\["a","#, #""names":["a\n","#),
  ])
  func `gestures whose parts do not fit together are not read`(pattern: String, change: String) throws {
    var drawn = DrawnEmbeddings(gestureCount: 2, size: 8)
    let text = String(decoding: try JSONEncoder().encode(train(drawn.dataset(["a", "b"], count: 4))), as: UTF8.self)
    let changed = text.replacing(try Regex(pattern), with: change, maxReplacements: 1)
    #expect(changed != text)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(TrainedGestures.self, from: Data(changed.utf8)) }
  }

  @Test func `copies of one picture do not disturb the limit`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 8)
    let copy = drawn.next(2)
    for _ in 0..<4 { try dataset.add(copy, gesture: "c") }
    let gestures = try train(dataset)
    let kept = try (0..<100).count { try gestures.decision(for: drawn.next($0 % 2)).name != nil }
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
