import Testing
import VisionTasks

@Suite struct DetectorCadenceTests {
  /// The frames in which the detector runs, for numbers of tracked objects.
  private func runs(_ interval: Int, _ followed: [Int], limit: Int = 2) -> [Bool] {
    var cadence = DetectorCadence(interval: interval)
    return followed.map { cadence.isDue(followedCount: $0, limit: limit) }
  }

  @Test func `an interval of one is MediaPipe's rule`() {
    #expect(runs(1, [0, 1, 1, 2, 2, 1]) == [true, true, true, false, false, true])
  }

  @Test func `while an object is followed one frame of three is enough`() {
    #expect(runs(3, [0, 1, 1, 1, 1, 1, 1]) == [true, false, false, true, false, false, true])
  }

  @Test func `without an object the detector runs on every frame`() {
    #expect(runs(5, [0, 0, 1, 0, 1]) == [true, true, false, true, false])
  }

  @Test func `an object that is lost after a long time is looked for at once`() {
    #expect(runs(3, [0, 2, 2, 2, 2, 1, 1]) == [true, false, false, false, false, true, false])
  }
}
