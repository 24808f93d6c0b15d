import MediaPipeTasksVision
import Testing

/// The six tests of results in MediaPipe's iOS suite of the hand landmarker; `ErrorSentenceTests` has the other six.
@Suite struct HandLandmarkerSuiteTests {
  private let modelPath: String

  init() throws {
    try GuideModels.install()
    modelPath = try #require(Bundle.main.path(forResource: "hand_landmarker", ofType: "task"))
  }

  private func options(_ change: (HandLandmarkerOptions) -> Void = { _ in }) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    change(options)
    return options
  }

  /// A result of a picture of one hand.
  private func expect(
    _ result: HandLandmarkerResult?, _ landmarks: [[Float]], _ worldLandmarks: [[Float]],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try #require(result)
    #expect(result.landmarks.count == 1 && result.worldLandmarks.count == 1, sourceLocation: sourceLocation)
    #expect(result.handedness.count == 1, sourceLocation: sourceLocation)
    expectNear(result.landmarks[0], landmarks, { ($0.x, $0.y) }, sourceLocation: sourceLocation)
    expectNear(result.worldLandmarks[0], worldLandmarks, { ($0.x, $0.y) }, sourceLocation: sourceLocation)
  }

  // MARK: General

  @Test func `a landmarker from a model's path`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let landmarker = try HandLandmarker(modelPath: modelPath)
    try expect(landmarker.detect(image: MPImage(image: picture.image)), picture.landmarks, picture.worldLandmarks)
  }

  @Test func `a picture without hands has an empty result`() throws {
    let result = try HandLandmarker(options: options()).detect(image: MPImage(image: SuitePicture.withoutHands()))
    #expect(result.handedness.isEmpty && result.landmarks.isEmpty && result.worldLandmarks.isEmpty)
  }

  @Test func `two hands`() throws {
    let picture = try SuitePicture(SuitePicture.twoHands)
    let result = try HandLandmarker(options: options { $0.numHands = 2 }).detect(image: MPImage(image: picture.image))
    #expect(result.handedness.count == 2)
  }

  @Test func `landmarks of a rotated picture are those of the stored one`() throws {
    let picture = try SuitePicture(SuitePicture.pointingUp)
    let turned = try picture.turned(clockwise: false)
    let result = try HandLandmarker(options: options()).detect(image: MPImage(image: turned, orientation: .right))
    // Turned counterclockwise: what was right is up.
    try expect(result, picture.landmarks.map { [$0[1], 1 - $0[0]] }, picture.worldLandmarks.map { [$0[1], -$0[0]] })
  }

  // MARK: Running modes

  @Test func `video mode`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let landmarker = try HandLandmarker(options: options { $0.runningMode = .video })
    for time in 0..<3 {
      let result = try landmarker.detect(videoFrame: MPImage(image: picture.image), timestampInMilliseconds: time)
      try expect(result, picture.landmarks, picture.worldLandmarks)
      #expect(result.timestampInMilliseconds == time)
    }
  }

  @Test func `live-stream mode answers each frame once, or drops it`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let receiver = StreamReceiver<HandLandmarkerResult>()
    let landmarker = try HandLandmarker(
      options: options {
        $0.runningMode = .liveStream
        $0.handLandmarkerLiveStreamDelegate = receiver
      })
    for time in 0..<10 {
      try landmarker.detectAsync(image: MPImage(image: picture.image), timestampInMilliseconds: time)
    }
    receiver.waitForFrame(9)
    landmarker.close()
    #expect(receiver.results.count + landmarker.droppedFrameCount == 10)
    #expect(receiver.results.map(\.time) == receiver.results.map(\.time).sorted())
    for answer in receiver.results {
      #expect(answer.error == nil)
      try expect(answer.result, picture.landmarks, picture.worldLandmarks)
    }
  }
}
