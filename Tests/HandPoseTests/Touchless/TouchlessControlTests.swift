import HandPose
import Testing

@Suite struct TouchlessControlTests {
  private final class Listener: TouchlessControlDelegate {
    var changes: [String] = []

    func touchlessControl(
      _ control: TouchlessControl, didChange gesture: TouchlessGesture, from previous: TouchlessGesture
    ) {
      #expect(control.gesture == gesture)
      changes.append("\(previous) → \(gesture)")
    }
  }

  private func frames() throws -> [HandPoseObservation?] {
    let (up, pinch) = (try SyntheticHand.fist(thumb: 0.6), try SyntheticHand.open(tipDistance: 0.1))
    return Array(repeating: up, count: 5) + Array(repeating: pinch, count: 8) + [nil, nil, nil, nil]
  }

  @Test func `a delegate hears of every change`() throws {
    let control = try TouchlessControl()
    let listener = Listener()
    control.delegate = listener
    for hand in try frames() { control.process(hand.map { [$0] }) }
    #expect(
      listener.changes == ["rest → thumbsUp", "thumbsUp → rest", "rest → pinch", "pinch → rest"])
  }

  @Test func `the first hand counts, and nobody need listen`() throws {
    let control = try TouchlessControl()
    do {
      let listener = Listener()
      control.delegate = listener
    }
    #expect(control.delegate == nil)
    let hands = [try SyntheticHand.fist(thumb: -0.6), try SyntheticHand.fist(thumb: 0.6)]
    for _ in 0..<3 { control.process(hands) }
    #expect(control.gesture == .thumbsDown)
    for _ in 0..<3 { control.process([]) }
    #expect(control.gesture == .rest)
  }

  @Test func `changes can be awaited`() async throws {
    let frames = try frames()
    let stream = AsyncStream<HandPoseObservation?> { continuation in
      for frame in frames { continuation.yield(frame) }
      continuation.finish()
    }
    var changes: [TouchlessGesture] = []
    for try await gesture in try stream.touchlessGestures() { changes.append(gesture) }
    #expect(changes == [.thumbsUp, .rest, .pinch, .rest])
  }

  @Test func `an error of the frames ends the changes`() async throws {
    let stream = AsyncThrowingStream<HandPoseObservation?, any Error> { continuation in
      continuation.yield(nil)
      continuation.finish(throwing: CancellationError())
    }
    await #expect(throws: CancellationError.self) {
      for try await _ in try stream.touchlessGestures() {}
    }
  }
}
