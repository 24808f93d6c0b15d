import HandTracking
import Testing

@Suite struct GestureHysteresisTests {
  private var options: GestureEventOptions {
    var options = GestureEventOptions()
    options.beginScore = 0.6
    options.endScore = 0.4
    options.beginDelayInMilliseconds = 100
    options.endDelayInMilliseconds = 150
    return options
  }

  private func seen(_ name: String, _ score: Float) -> HandGesture {
    HandGesture(name: name, score: score)
  }

  /// The event in each frame, 50 ms apart.
  private func told(_ frames: [HandGesture?]) -> [HandEvent.Kind?] {
    var hysteresis = GestureHysteresis(options)
    return frames.enumerated().map { hysteresis.update($1, timestamp: 50 * $0) }
  }

  @Test func `a gesture begins when it was seen for long enough`() {
    #expect(told([seen("A", 0.6), seen("A", 0.7), seen("A", 0.7)]) == [nil, nil, .gestureBegan("A")])
    #expect(told([seen("A", 0.9), nil, seen("A", 0.9), seen("A", 0.9)]) == [nil, nil, nil, nil])
    #expect(told([seen("A", 0.59), seen("A", 0.59), seen("A", 0.59)]) == [nil, nil, nil])
  }

  @Test func `a gesture that is made goes on at a lower score and over a short gap`() {
    let a = [seen("A", 0.9), seen("A", 0.9), seen("A", 0.9)]
    let low = [seen("A", 0.4), seen("A", 0.4), seen("A", 0.4), seen("A", 0.4)]
    #expect(told(a + low).dropFirst(3).allSatisfy { $0 == nil })
    #expect(told(a + [nil, nil, seen("A", 0.5), nil, nil]).dropFirst(3).allSatisfy { $0 == nil })
  }

  @Test func `a gesture ends when it was not seen for long enough`() {
    let a = [seen("A", 0.9), seen("A", 0.9), seen("A", 0.9)]
    #expect(told(a + [nil, seen("None", 0.9), seen("A", 0.3), seen("", 1)]).last == .gestureEnded("A"))
  }

  @Test func `a gesture turns into another`() {
    let a = [seen("A", 0.9), seen("A", 0.9), seen("A", 0.9)]
    let b = [seen("B", 0.9), seen("B", 0.9), seen("B", 0.9)]
    #expect(told(a + b).last == .gestureChanged(from: "A", to: "B"))
  }

  @Test func `a gesture that wavers in every frame is one event`() {
    let frames = (0..<30).map { $0 % 2 == 0 ? seen("A", 0.8) : seen("A", 0.45) }
    // The first frames alone never reach the delay; once begun it does not end.
    let steady = [seen("A", 0.8), seen("A", 0.8), seen("A", 0.8)]
    #expect(told(steady + frames).compactMap { $0 } == [.gestureBegan("A")])
  }

  @Test func `without delays every frame counts`() {
    var options = options
    (options.beginDelayInMilliseconds, options.endDelayInMilliseconds) = (0, 0)
    var hysteresis = GestureHysteresis(options)
    #expect(hysteresis.update(seen("A", 1), timestamp: .min) == .gestureBegan("A"))
    #expect(hysteresis.update(seen("B", 1), timestamp: .max) == .gestureChanged(from: "A", to: "B"))
    #expect(hysteresis.end() == .gestureEnded("B"))
    #expect(hysteresis.end() == nil)
  }
}
