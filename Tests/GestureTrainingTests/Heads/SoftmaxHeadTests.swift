import GestureTraining
import Testing

@Suite struct SoftmaxHeadTests {
  private let options = GestureTrainingOptions(method: .softmax)

  @Test func `gestures and other poses are told apart`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 4)
    var dataset = try drawn.dataset(["a", "b"], count: 12)
    for index in 0..<24 { try dataset.add(drawn.next(2 + index % 2), gesture: nil) }
    let gestures = try GestureTrainer(options: options).train(dataset)
    for _ in 0..<20 {
      #expect(try gestures.decision(for: drawn.next(0)).name == "a")
      #expect(try gestures.decision(for: drawn.next(1)).name == "b")
      #expect(try gestures.decision(for: drawn.next(2)).name == nil)
    }
    #expect(gestures.report.backgroundCount == 24)
    #expect(gestures.report.backgroundAccepted == 0)
  }

  @Test func `it needs examples of other poses`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    let dataset = try drawn.dataset(["a", "b"], count: 5)
    #expect(throws: GestureTrainingError.noBackground) { try GestureTrainer(options: options).train(dataset) }
  }

  @Test func `scores add up to one`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 4)
    try dataset.add(drawn.next(2), gesture: nil)
    let gestures = try GestureTrainer(options: options).train(dataset)
    #expect(abs(gestures.head.scores(drawn.next(2).values).reduce(0, +) - 1) < 1e-12)
  }
}
