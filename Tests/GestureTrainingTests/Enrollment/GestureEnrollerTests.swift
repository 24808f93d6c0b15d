import Foundation
import GestureTraining
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct GestureEnrollerTests {
  /// Takes frames of a gesture until the enroller has enough.
  private func enroll(
    _ name: String, _ gesture: Int, _ drawn: inout DrawnEmbeddings, _ enroller: inout GestureEnroller
  ) throws {
    try enroller.begin(name)
    for _ in 0..<100 where try enroller.add(drawn.next(gesture)) == .complete { return }
    Issue.record("never complete")
  }

  private func twoGestures() throws -> (enroller: GestureEnroller, drawn: DrawnEmbeddings) {
    var drawn = DrawnEmbeddings(gestureCount: 3, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 8)
    try enroll("a", 0, &drawn, &enroller)
    try enroll("b", 1, &drawn, &enroller)
    return (enroller, drawn)
  }

  /// A hand of which only the box and the direction matter.
  private func view(size: Float, turn: Float = 0, isRight: Bool = true) throws -> HandView {
    var points = Array(repeating: NormalizedLandmark(x: 0, y: 0, z: 0), count: 21)
    points[9] = NormalizedLandmark(x: size * sin(turn * .pi / 180), y: -size * cos(turn * .pi / 180), z: 0)
    return try #require(HandView(landmarks: points, isRight: isRight))
  }

  // MARK: Frames

  @Test func `gestures are learned from frames`() throws {
    var (enroller, drawn) = try twoGestures()
    #expect(enroller.names == ["a", "b"])
    let gestures = try enroller.train()
    #expect(try gestures.decision(for: drawn.next(2)).name == nil)
    #expect(try (0..<20).count { _ in try gestures.decision(for: drawn.next(1)).name == "b" } > 15)
  }

  @Test func `as many frames are taken as asked for, and later ones are not`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 3)
    #expect(try enroller.add(drawn.next(0)) == .idle)
    try enroller.begin("a")
    #expect(try enroller.add(drawn.next(0)) == .moving)
    #expect(try enroller.add(drawn.next(0)) == .taken(count: 1, wanted: 3))
    #expect(try enroller.add(drawn.next(0)) == .taken(count: 2, wanted: 3))
    #expect(try enroller.add(drawn.next(0)) == .complete)
    #expect(enroller.dataset.examples.count == 3)
    // The next camera frame always comes.
    for _ in 0..<3 { #expect(try enroller.add(drawn.next(0)) == .complete) }
    #expect(enroller.dataset.examples.count == 3)
    #expect(enroller.current == nil)
    enroller.remove("a")
    #expect(try enroller.add(drawn.next(0)) == .complete)
    #expect(enroller.names == [])
  }

  @Test func `frames of a moving hand are not taken`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 3)
    try enroller.begin("a")
    #expect(try enroller.add(drawn.next(0)) == .moving)
    #expect(try enroller.add(drawn.next(1)) == .moving)
    #expect(try enroller.add(drawn.next(0)) == .moving)
    #expect(try enroller.add(drawn.next(0)) == .taken(count: 1, wanted: 3))
  }

  @Test func `frames that are alike are not taken, and end the gesture when nothing new comes`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 4)
    let frame = drawn.next(0)
    try enroller.begin("a")
    #expect(try enroller.add(frame) == .moving)
    #expect(try enroller.add(frame) == .taken(count: 1, wanted: 4))
    for _ in 0..<11 { #expect(try enroller.add(frame) == .alike(count: 1, wanted: 4)) }
    #expect(try enroller.add(frame) == .complete)
    #expect(enroller.dataset.examples.count == 1)
  }

  @Test func `an embedding that cannot be used is an error, and changes nothing`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroller.begin("c")
    let before = enroller
    #expect(throws: GestureTrainingError.embeddingSize(source: "the frame", found: 3, expected: 128)) {
      try enroller.add(HandEmbedding([1, 2, 3]))
    }
    #expect(throws: GestureTrainingError.notFinite(source: "the frame")) {
      try enroller.add(HandEmbedding(drawn.next(0).values.map { $0 * .nan }))
    }
    #expect(enroller == before)
  }

  // MARK: Variety

  @Test func `it says what was not seen yet of a gesture`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 20)
    try enroller.begin("a")
    #expect(enroller.missing == [.distance, .turn, .otherHand, .otherLight])
    _ = try enroller.add(drawn.next(0))
    func show(_ view: HandView) throws { _ = try enroller.add(drawn.next(0), view: view) }
    try show(view(size: 0.3))
    try show(view(size: 0.35, turn: 12))
    #expect(enroller.missing == [.distance, .turn, .otherHand, .otherLight])
    try show(view(size: 0.4))
    #expect(enroller.missing == [.turn, .otherHand, .otherLight])
    try show(view(size: 0.4, turn: -15))
    #expect(enroller.missing == [.otherHand, .otherLight])
    try show(view(size: 0.4, isRight: false))
    #expect(enroller.missing == [.otherLight])
    enroller.finish()
    try enroller.begin("a")
    #expect(enroller.missing == [])
  }

  @Test func `each time that a gesture is begun is a group`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroll("a", 0, &drawn, &enroller)
    try enroll("b", 1, &drawn, &enroller)
    let report = try enroller.train().report
    #expect(report.gestures.map(\.groupCount) == [2, 2])
    #expect(report.isByGroup)
  }

  @Test func `half a gesture is dropped, or kept if it is asked for`() throws {
    var (enroller, drawn) = try twoGestures()
    for keeps in [false, true] {
      try enroller.begin("c")
      for _ in 0..<4 { _ = try enroller.add(drawn.next(2)) }
      #expect(enroller.names == ["a", "b", "c"])
      if keeps { enroller.finish() }
      try enroller.begin("a")
      enroller.drop()
      #expect(enroller.names == (keeps ? ["a", "b", "c"] : ["a", "b"]))
      #expect(enroller.dataset.examples.count == (keeps ? 19 : 16))
    }
  }

  @Test func `a pose that is known already is taken, and both names are told`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroller.begin("c")
    _ = try enroller.add(drawn.next(0))
    let steps = try (0..<5).map { _ in try enroller.add(drawn.next(0)) }
    #expect(steps.contains { $0 != .moving })
    #expect(enroller.resemblance?.name == "a")
    #expect(enroller.current == "c")
    _ = try enroller.add(drawn.next(2))
    _ = try enroller.add(drawn.next(2))
    #expect(enroller.resemblance == nil)
  }

  // MARK: Results

  @Test func `the largest hand of a result is learned`() throws {
    let options = GestureRecognizerOptions()
    options.numHands = 2
    options.details = .embeddings
    let recognizer = try GestureRecognizer(model: Models.model.get(), options: options)
    let result = try recognizer.recognize(image: RenderedHands.image("two_0"))
    let sizes = result.landmarks.map { HandView(landmarks: $0, isRight: true)?.size ?? 0 }
    let largest = try #require(sizes.indices.max { sizes[$0] < sizes[$1] })
    var enroller = GestureEnroller(frameCount: 2)
    #expect(try enroller.add(result) == .idle)
    try enroller.begin("a")
    #expect(try enroller.add(result) == .moving)
    #expect(try enroller.add(result) == .taken(count: 1, wanted: 2))
    #expect(enroller.dataset.examples.first?.embedding.values == result.hands[largest].embedding)
    let empty = try recognizer.recognize(
      image: PixelImage(width: 32, height: 24, format: .gray, pixels: Array(repeating: 90, count: 32 * 24)))
    #expect(try enroller.add(empty) == .noHand)
  }

  // MARK: Saved

  @Test func `a gesture is removed, and a saved enroller goes on`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroller.begin("c")
    _ = try enroller.add(drawn.next(2))
    var copy = try JSONDecoder().decode(GestureEnroller.self, from: JSONEncoder().encode(enroller))
    #expect(copy.dataset == enroller.dataset)
    #expect(copy.current == "c")
    #expect(try copy.add(drawn.next(0)) == .moving)
    #expect(try copy.add(drawn.next(0)) == .taken(count: 1, wanted: 8))
    #expect(copy.resemblance?.name == "a")
    copy.drop()
    copy.remove("a")
    #expect(copy.names == ["b"])
    let gestures = try copy.train()
    #expect(gestures.names == ["b"])
    #expect(try gestures.decision(for: drawn.next(0)).name == nil)
    enroller.remove("b")
    enroller.remove("a")
    enroller.drop()
    #expect(throws: GestureTrainingError.noExamples(pictureCount: 0)) { try enroller.train() }
  }

  @Test func `examples that were kept go on where they were, and train to the same bundle`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroller.begin("a", frameCount: 30)
    _ = try enroller.add(drawn.next(0), view: view(size: 0.3))
    #expect(try enroller.add(drawn.next(0), view: view(size: 0.6, turn: 40)) == .taken(count: 1, wanted: 30))
    enroller.finish()
    let kept = try JSONDecoder().decode(
      [GestureDataset.Example].self, from: JSONEncoder().encode(enroller.dataset.examples.shuffled()))
    var copy = GestureEnroller(frameCount: 8)
    for example in kept { try copy.restore(example) }
    #expect(copy.names == ["a", "b"])
    let base = try Data(contentsOf: URL(fileURLWithPath: Models.recognizer))
    let (first, second) = (try enroller.train(), try copy.train())
    #expect(try GestureBundle.data(of: first, basedOn: base) == GestureBundle.data(of: second, basedOn: base))
    try copy.begin("a")
    // The hand was seen turned to one side only; other light is a matter of times, and this is the third.
    #expect(copy.missing.contains(.otherHand) && !copy.missing.contains(.otherLight))
    _ = try copy.add(drawn.next(0))
    _ = try copy.add(drawn.next(0))
    #expect(copy.dataset.examples.last?.group == "time 3")
    var refused = copy
    var other = GestureDataset()
    try other.add(HandEmbedding([1, 2, 3]), gesture: "c")
    #expect(throws: GestureTrainingError.self) { try refused.restore(other.examples[0]) }
    #expect(refused == copy)
  }

  @Test func `each gesture has a score`() throws {
    var (enroller, drawn) = try twoGestures()
    enroller.finish()
    let gestures = try enroller.train()
    let hand = drawn.next(1)
    let scores = try gestures.scores(for: hand)
    #expect(scores.count == 2)
    #expect(try scores[1] == gestures.decision(for: hand).score)
    #expect(throws: GestureTrainingError.self) { try gestures.scores(for: HandEmbedding([1])) }
  }

  @Test(arguments: [
    ("\"count\":0", "\"count\":9223372036854775807"), ("\"count\":0", "\"count\":-1"),
    ("\"frameCount\":8", "\"frameCount\":1"), ("\"last\":\"b\"", "\"last\":\"\\n\""),
    ("\"last\":\"b\"", "\"last\":\"b\",\"current\":\"z\""), ("\"holds\":1", "\"holds\":9223372036854775807"),
    ("\"keptShare\":0.95", "\"keptShare\":95"),
  ])
  func `a saved enroller that cannot be is not read`(part: String, change: String) throws {
    let text = String(decoding: try JSONEncoder().encode(twoGestures().enroller), as: UTF8.self)
    let changed = text.replacing(part, with: change)
    #expect(changed != text)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(GestureEnroller.self, from: Data(changed.utf8)) }
  }

  @Test func `a name that a gesture cannot have is refused at once`() {
    var enroller = GestureEnroller()
    #expect(throws: GestureTrainingError.name("None", fault: .reserved)) { try enroller.begin("None") }
  }
}
