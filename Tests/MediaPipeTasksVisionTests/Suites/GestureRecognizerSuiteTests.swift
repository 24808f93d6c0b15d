import MediaPipeTasksVision
import Testing

/// The eleven tests of results in MediaPipe's iOS suite of the gesture recognizer; `ErrorSentenceTests` has the other
/// six.
@Suite struct GestureRecognizerSuiteTests {
  private let modelPath: String

  init() throws {
    try GuideModels.install()
    modelPath = try #require(Bundle.main.path(forResource: "gesture_recognizer", ofType: "task"))
  }

  private func options(_ change: (GestureRecognizerOptions) -> Void = { _ in }) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    change(options)
    return options
  }

  /// A result of the picture of one hand.
  private func expect(
    _ result: GestureRecognizerResult?, _ name: String, of picture: SuitePicture,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try #require(result)
    #expect(result.gestures.map { $0.map(\.categoryName) } == [[name]], sourceLocation: sourceLocation)
    #expect(result.gestures[0][0].index == -1, sourceLocation: sourceLocation)
    #expect(result.landmarks.count == 1 && result.worldLandmarks.count == 1, sourceLocation: sourceLocation)
    expectNear(result.landmarks[0], picture.landmarks, { ($0.x, $0.y) }, sourceLocation: sourceLocation)
    expectNear(result.worldLandmarks[0], picture.worldLandmarks, { ($0.x, $0.y) }, sourceLocation: sourceLocation)
  }

  private func expectEmpty(_ result: GestureRecognizerResult, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      result.gestures.isEmpty && result.handedness.isEmpty && result.landmarks.isEmpty && result.worldLandmarks.isEmpty,
      sourceLocation: sourceLocation)
  }

  private func recognize(_ picture: SuitePicture, _ options: GestureRecognizerOptions) throws -> GestureRecognizerResult
  {
    try GestureRecognizer(options: options).recognize(image: MPImage(image: picture.image))
  }

  // MARK: General

  @Test func `a recognizer from a model's path`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let recognizer = try GestureRecognizer(modelPath: modelPath)
    try expect(recognizer.recognize(image: MPImage(image: picture.image)), "Thumb_Up", of: picture)
  }

  @Test func `a picture without hands has an empty result`() throws {
    expectEmpty(
      try GestureRecognizer(options: options()).recognize(image: MPImage(image: SuitePicture.withoutHands())))
  }

  @Test func `a threshold of the canned gestures`() throws {
    let result = try recognize(
      SuitePicture(SuitePicture.thumbUp),
      options {
        $0.cannedGesturesClassifierOptions = ClassifierOptions()
        $0.cannedGesturesClassifierOptions?.scoreThreshold = 0.5
      })
    #expect(result.gestures.count == 1)
    #expect(result.gestures.first?.first?.categoryName == "Thumb_Up")
  }

  @Test func `two hands`() throws {
    let result = try recognize(SuitePicture(SuitePicture.twoHands), options { $0.numHands = 2 })
    #expect(result.handedness.count == 2)
  }

  @Test func `a rotated picture`() throws {
    let turned = try SuitePicture(SuitePicture.pointingUp).turned(clockwise: true)
    let recognizer = try GestureRecognizer(options: options { $0.numHands = 1 })
    let result = try recognizer.recognize(image: MPImage(image: turned, orientation: .left))
    #expect(result.gestures.count == 1)
    #expect(result.gestures.first?.first?.categoryName == "Pointing_Up")
  }

  // MARK: Lists of names

  /// The options of a recognizer that allows and denies canned gestures.
  private func lists(allow: [String] = [], deny: [String] = []) -> GestureRecognizerOptions {
    options {
      $0.cannedGesturesClassifierOptions = ClassifierOptions()
      $0.cannedGesturesClassifierOptions?.scoreThreshold = 0.5
      $0.cannedGesturesClassifierOptions?.categoryAllowlist = allow
      $0.cannedGesturesClassifierOptions?.categoryDenylist = deny
      $0.numHands = 1
    }
  }

  @Test func `a canned gesture`() throws {
    let picture = try SuitePicture(SuitePicture.fist)
    try expect(recognize(picture, options { $0.numHands = 1 }), "Closed_Fist", of: picture)
  }

  @Test func `an allowed gesture`() throws {
    let picture = try SuitePicture(SuitePicture.fist)
    try expect(recognize(picture, lists(allow: ["Closed_Fist"])), "Closed_Fist", of: picture)
  }

  @Test func `a denied gesture leaves an empty result`() throws {
    expectEmpty(try recognize(SuitePicture(SuitePicture.fist), lists(deny: ["Closed_Fist"])))
  }

  @Test func `a gesture that is allowed and denied is allowed`() throws {
    let picture = try SuitePicture(SuitePicture.fist)
    try expect(
      recognize(picture, lists(allow: ["Closed_Fist"], deny: ["Closed_Fist"])), "Closed_Fist", of: picture)
  }

  // MARK: Running modes

  @Test func `video mode`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let recognizer = try GestureRecognizer(options: options { $0.runningMode = .video })
    for time in 0..<3 {
      let result = try recognizer.recognize(
        videoFrame: MPImage(image: picture.image), timestampInMilliseconds: time)
      try expect(result, "Thumb_Up", of: picture)
      #expect(result.timestampInMilliseconds == time)
    }
  }

  @Test func `live-stream mode answers each frame once, or drops it`() throws {
    let picture = try SuitePicture(SuitePicture.thumbUp)
    let receiver = StreamReceiver<GestureRecognizerResult>()
    let recognizer = try GestureRecognizer(
      options: options {
        $0.runningMode = .liveStream
        $0.gestureRecognizerLiveStreamDelegate = receiver
      })
    for time in 0..<10 {
      try recognizer.recognizeAsync(image: MPImage(image: picture.image), timestampInMilliseconds: time)
    }
    receiver.waitForFrame(9)
    recognizer.close()
    #expect(receiver.results.count + recognizer.droppedFrameCount == 10)
    #expect(receiver.results.map(\.time) == receiver.results.map(\.time).sorted())
    for answer in receiver.results {
      #expect(answer.error == nil)
      try expect(answer.result, "Thumb_Up", of: picture)
    }
  }
}
