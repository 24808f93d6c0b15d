import Dispatch
import MediaPipeTasksVision
import TestSupport
import Testing

/// Runs the code of the guides: three modes of two tasks, their options, and access to their results.
@Suite struct GuideTests {
  init() throws {
    try GuideModels.install()
  }

  private func image(_ path: String = "rendered/Victory_right.png") throws -> MPImage {
    try MPImage(contentsOfFile: PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent(path).path)
  }

  private func frames() throws -> [(image: MPImage, timestamp: Int)] {
    try [3, 4, 5].map { (try image("clip/frame00\($0).png"), 33 * $0) }
  }

  // MARK: Hand landmarker

  @Test func `the landmarker's image mode`() throws {
    let result = try HandLandmarkerGuide.image(try image())
    #expect(result.landmarks.count == 1)
    #expect(HandLandmarkerGuide.side(result) == "Right")
    #expect(HandLandmarkerGuide.overlay(result, imageSize: CGSize(width: 640, height: 480)).count == 21)
    let tip = HandLandmarkerGuide.indexFingerTip(result)
    #expect((0...1).contains(tip.x) && (0...1).contains(tip.y))
    #expect(result.landmarks[0][8].visibility == nil)
    #expect(result.worldLandmarks[0].count == 21)
  }

  @Test func `the landmarker's video mode`() throws {
    let results = try HandLandmarkerGuide.video(try frames())
    #expect(results.map(\.landmarks.count) == [1, 2, 2])
    #expect(results.map(\.timestampInMilliseconds) == [99, 132, 165])
  }

  @Test func `the landmarker's live-stream mode`() throws {
    let arrived = DispatchSemaphore(value: 0)
    var answers: [(count: Int?, timestamp: Int)] = []
    let processor = HandLandmarkerResultProcessor { result, timestamp, _ in
      answers.append((result?.landmarks.count, timestamp))
      arrived.signal()
    }
    let handLandmarker = try HandLandmarkerGuide.liveStream(processor)
    for frame in try frames() {
      try handLandmarker.detectAsync(image: frame.image, timestampInMilliseconds: frame.timestamp)
      #expect(arrived.wait(timeout: .now() + 60) == .success)
    }
    #expect(answers.map(\.count) == [1, 2, 2])
    #expect(answers.map(\.timestamp) == [99, 132, 165])
  }

  @Test func `the connections of the hand and its parts`() {
    #expect(HandLandmarker.handConnections.count == 21)
    let parts = [
      HandLandmarker.handPalmConnections, HandLandmarker.handThumbConnections,
      HandLandmarker.handIndexFingerConnections, HandLandmarker.handMiddleFingerConnections,
      HandLandmarker.handRingFingerConnections, HandLandmarker.handPinkyConnections,
    ]
    #expect(parts.map(\.count) == [6, 3, 3, 3, 3, 3])
    #expect(HandLandmark.indexFingerTIP.rawValue == 8)
  }

  // MARK: Gesture recognizer

  @Test func `the recognizer's image mode`() throws {
    let result = try GestureRecognizerGuide.image(try image())
    #expect(result.gestures.first?.first?.categoryName == "Victory")
    #expect(GestureRecognizerGuide.text(result) == "Right Victory true")
  }

  @Test func `the recognizer's video mode`() throws {
    let results = try GestureRecognizerGuide.video(try frames())
    #expect(results.map(\.gestures.count) == [1, 2, 2])
  }

  @Test func `the recognizer's live-stream mode, by both names of the method`() throws {
    let arrived = DispatchSemaphore(value: 0)
    var names: [String?] = []
    let handler: (GestureRecognizerResult?, Int, Error?) -> Void = { result, _, _ in
      names.append(result?.gestures.first?.first?.categoryName)
      arrived.signal()
    }
    let processors: [any GestureRecognizerLiveStreamDelegate] = [
      GestureRecognizerResultProcessor(handler: handler), GestureRecognizerFrameworkProcessor(handler: handler),
    ]
    for processor in processors {
      let gestureRecognizer = try GestureRecognizerGuide.liveStream(processor)
      try gestureRecognizer.recognizeAsync(image: try image(), timestampInMilliseconds: 0)
      #expect(arrived.wait(timeout: .now() + 60) == .success)
    }
    #expect(names == ["Victory", "Victory"])
  }

  @Test func `the recognizer's classifier options`() throws {
    let image = try image()
    let allowed = try GestureRecognizerGuide.classifiers(image, allow: ["Victory"], deny: nil)
    #expect(GestureRecognizerGuide.text(allowed) == "Right Victory true")
    let denied = try GestureRecognizerGuide.classifiers(image, allow: nil, deny: ["Victory"])
    #expect(denied.gestures.first?.first?.categoryName != "Victory")
  }

  // MARK: Errors

  @Test func `a resource that is missing is an error of its own`() throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "not_there", ofType: "task")
    #expect(throws: TaskError.missingModelPath) { try HandLandmarker(options: options) }
  }

  @Test func `errors have MediaPipe's domain and codes`() throws {
    let error = try #require(GestureRecognizerGuide.failure(modelPath: "/not/there.task"))
    #expect(error.domain == "com.google.mediapipe.tasks")
    #expect(error.code == Int(TasksErrorCode.notFoundError.rawValue))
    #expect(error.localizedDescription.contains("/not/there.task"))
  }
}
