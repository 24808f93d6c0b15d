import HandTracking
import PixelImaging
import Testing

@Suite struct HandEventsTests {
  private let landmarks = PipelineExample.fourFingers.hands[0].landmarks

  /// A result of hands moved to the right by multiples of the picture's width, each with a gesture.
  private func result(_ time: Int, _ hands: [(x: Float, gesture: String)], ids: [Int] = []) -> GestureRecognizerResult {
    let hands = hands.enumerated().map { index, hand in
      DetectedHand(
        side: .right, sideScore: 0.9, gesture: HandGesture(name: hand.gesture, score: 0.9),
        landmarks: landmarks.map { NormalizedLandmark(x: $0.x + hand.x, y: $0.y, z: $0.z) },
        track: ids.indices.contains(index) ? HandTrack(id: ids[index], age: 1, isFollowed: true) : nil)
    }
    return GestureRecognizerResult(hands: hands, timestampInMilliseconds: time)
  }

  private func event(_ hand: Int, _ time: Int, _ kind: HandEvent.Kind) -> HandEvent {
    HandEvent(hand: hand, timestampInMilliseconds: time, kind: kind)
  }

  @Test func `a hand appears, makes gestures and is lost`() throws {
    var detector = try HandEventDetector()
    var events: [HandEvent] = []
    for time in stride(from: 0, through: 1500, by: 50) {
      let hands: [(x: Float, gesture: String)] = [(0, time < 300 ? "Victory" : "Open_Palm")]
      events += detector.update(time < 600 ? result(time, hands, ids: [7]) : result(time, []))
    }
    #expect(
      events == [
        event(7, 0, .appeared), event(7, 100, .gestureBegan("Victory")),
        event(7, 400, .gestureChanged(from: "Victory", to: "Open_Palm")),
        event(7, 1100, .gestureEnded("Open_Palm")), event(7, 1100, .lost),
      ])
    #expect(detector.finish().isEmpty)
  }

  @Test func `hands without tracks are told apart by their places, whatever their order`() throws {
    var detector = try HandEventDetector()
    var events: [HandEvent] = []
    for frame in 0..<10 {
      let hands: [(x: Float, gesture: String)] = [(0, "Victory"), (0.5, "Open_Palm")]
      events += detector.update(result(50 * frame, frame % 2 == 0 ? hands : hands.reversed()))
    }
    #expect(
      events == [
        event(1, 0, .appeared), event(2, 0, .appeared), event(1, 100, .gestureBegan("Victory")),
        event(2, 100, .gestureBegan("Open_Palm")),
      ])
  }

  @Test func `a hand with a gesture has its events beside one without`() throws {
    var detector = try HandEventDetector()
    let hands = [("Victory", 0), (nil, Float(0.5))].map { name, x in
      DetectedHand(
        side: .left, gesture: name.map { HandGesture(name: $0, score: 0.9) },
        landmarks: landmarks.map { NormalizedLandmark(x: $0.x + x, y: $0.y, z: $0.z) })
    }
    let events = [0, 100].flatMap {
      detector.update(GestureRecognizerResult(hands: hands, timestampInMilliseconds: $0))
    }
    #expect(
      events == [event(1, 0, .appeared), event(2, 0, .appeared), event(1, 100, .gestureBegan("Victory"))])
  }

  @Test func `a hand of an app without 21 landmarks has no events`() throws {
    var detector = try HandEventDetector()
    let short = GestureRecognizerResult(
      gestures: [], handedness: [[]], landmarks: [[], landmarks], worldLandmarks: [], timestampInMilliseconds: 0)
    #expect(detector.update(short).isEmpty)
  }

  @Test func `options out of their range are refused`() {
    func error(_ set: (inout GestureEventOptions) -> Void) -> TaskError? {
      var options = GestureEventOptions()
      set(&options)
      return #expect(throws: TaskError.self) { try HandEventDetector(options) }
    }
    #expect(error { $0.beginScore = 1.5 } == .invalidThreshold(name: "beginScore", value: 1.5))
    #expect(error { $0.endScore = 0.7 } == .invalidThreshold(name: "endScore", value: 0.7))
    #expect(error { $0.endScore = -0.5 } == .invalidThreshold(name: "endScore", value: -0.5))
    #expect(
      error { $0.beginDelayInMilliseconds = -1 }
        == .invalidNumber(name: "beginDelayInMilliseconds", value: -1, expected: .notNegative))
    #expect(
      error { $0.endDelayInMilliseconds = -1 }
        == .invalidNumber(name: "endDelayInMilliseconds", value: -1, expected: .notNegative))
    #expect(
      error { $0.lostDelayInMilliseconds = -1 }
        == .invalidNumber(name: "lostDelayInMilliseconds", value: -1, expected: .notNegative))
  }

  private struct CameraGone: Error {}

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `the results' error ends the events`() async throws {
    let (stream, source) = AsyncThrowingStream.makeStream(of: GestureRecognizerResult.self)
    source.yield(result(0, [(0, "Victory")], ids: [1]))
    source.finish(throwing: CameraGone())
    var events = try stream.handEvents().makeAsyncIterator()
    #expect(try await events.next() == event(1, 0, .appeared))
    await #expect(throws: CameraGone.self) { try await events.next() }
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `the events of a clip are its story`() async throws {
    let task = try ClipFrames.recognizer { $0.tracking.assignsIdentities = true }
    let (stream, source) = AsyncStream.makeStream(of: GestureRecognizerResult.self)
    var changes = 0
    var last: [String?] = []
    for frame in 0..<16 {
      let result = try task.recognize(
        videoFrame: try ClipFrames.image(frame), timestampInMilliseconds: 100 * frame)
      let gestures = result.hands.map(\.gesture?.name)
      changes += gestures == last ? 0 : 1
      last = gestures
      source.yield(result)
    }
    source.finish()
    var events: [HandEvent] = []
    for await event in try stream.handEvents() {
      events.append(event)
    }
    for event in events { print("\(event.timestampInMilliseconds) ms, hand \(event.hand): \(event.kind)") }
    print("the list of gestures changes \(changes) times; \(events.count) events")
    #expect(events.filter { $0.kind == .appeared }.map(\.hand) == [1, 2])
    #expect(events.contains { $0.hand == 1 && $0.kind == .gestureEnded("Victory") })
    // Every hand that appears is lost, every gesture that begins ends.
    for hand in [1, 2] {
      let kinds = events.filter { $0.hand == hand }.map(\.kind)
      #expect(kinds.first == .appeared)
      #expect(kinds.last == .lost)
    }
  }
}
