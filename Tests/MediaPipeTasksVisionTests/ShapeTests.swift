import MediaPipeTasksVision
import Testing

/// Names and parameters that MediaPipe's framework has beside those of its guides.
@Suite struct ShapeTests {
  @Test func `a landmark takes numbers as objects`() {
    let landmark = NormalizedLandmark(x: 0, y: 1, z: 2, visibility: NSNumber(value: 0.5), presence: nil as NSNumber?)
    #expect(landmark == NormalizedLandmark(x: 0, y: 1, z: 2, visibility: 0.5, presence: nil))
    #expect(Landmark(x: 0, y: 1, z: 2, visibility: nil, presence: NSNumber(value: 1)).presence == 1)
    #expect(Landmark(x: 0, y: 1, z: 2, visibility: nil, presence: nil).presence == nil)
  }

  @Test func `names and numbers of modes and codes are MediaPipe's`() {
    #expect(RunningMode.allCases.map(MPPRunningModeDisplayName) == ["Image", "Video", "Live Stream"])
    #expect(TasksErrorCode.first.rawValue == 1)
    #expect(TasksErrorCode.last.rawValue == 20)
  }
}
