import MediaPipeTasksVision
import TestSupport
import Testing

/// The twelve tests of errors in MediaPipe's iOS suites (six for each task): domain, code and `localizedDescription`.
@Suite struct ErrorSentenceTests {
  /// Receives the results of streams.
  private final class Receiver: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate {}

  private let receiver = Receiver()

  init() throws {
    try GuideModels.install()
  }

  private func expectError(_ sentence: String, from call: () throws -> Void) {
    do {
      try call()
      Issue.record("there is no error; expected: \(sentence)")
    } catch {
      let error = error as NSError
      #expect(error.domain == "com.google.mediapipe.tasks")
      #expect(error.code == Int(TasksErrorCode.invalidArgumentError.rawValue))
      #expect(error.localizedDescription == sentence)
    }
  }

  private func expectWrongMode(_ mode: String, current: String, from call: () throws -> Void) {
    expectError(
      "The vision task is not initialized with \(mode) mode. Current Running Mode: \(current)", from: call)
  }

  private static let path =
    PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered/Thumb_Up_left.png").path

  private func image() throws -> MPImage {
    try MPImage(contentsOfFile: Self.path)
  }

  private func landmarker(_ mode: RunningMode, hasDelegate: Bool) throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task")
    options.runningMode = mode
    options.handLandmarkerLiveStreamDelegate = hasDelegate ? receiver : nil
    return try HandLandmarker(options: options)
  }

  private func recognizer(_ mode: RunningMode, hasDelegate: Bool) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")
    options.runningMode = mode
    options.gestureRecognizerLiveStreamDelegate = hasDelegate ? receiver : nil
    return try GestureRecognizer(options: options)
  }

  // MARK: Creation

  @Test(arguments: [RunningMode.image, .video])
  func `a delegate outside of live-stream mode`(mode: RunningMode) {
    let sentence = "The vision task is in image or video mode. The delegate must not be set in the task's options."
    expectError(sentence) { _ = try landmarker(mode, hasDelegate: true) }
    expectError(sentence) { _ = try recognizer(mode, hasDelegate: true) }
  }

  @Test func `no delegate in live-stream mode`() {
    let sentence =
      "The vision task is in live stream mode. An object must be set as the delegate of the task in its options to "
      + "ensure asynchronous delivery of results."
    expectError(sentence) { _ = try landmarker(.liveStream, hasDelegate: false) }
    expectError(sentence) { _ = try recognizer(.liveStream, hasDelegate: false) }
  }

  // MARK: Calls of another mode

  @Test func `other modes' calls in image mode`() throws {
    let image = try image()
    let landmarker = try landmarker(.image, hasDelegate: false)
    expectWrongMode("live stream", current: "Image") {
      try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
    }
    expectWrongMode("video", current: "Image") {
      _ = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0)
    }
    let recognizer = try recognizer(.image, hasDelegate: false)
    expectWrongMode("live stream", current: "Image") {
      try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 0)
    }
    expectWrongMode("video", current: "Image") {
      _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0)
    }
  }

  @Test func `other modes' calls in video mode`() throws {
    let image = try image()
    let landmarker = try landmarker(.video, hasDelegate: false)
    expectWrongMode("live stream", current: "Video") {
      try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
    }
    expectWrongMode("image", current: "Video") { _ = try landmarker.detect(image: image) }
    let recognizer = try recognizer(.video, hasDelegate: false)
    expectWrongMode("live stream", current: "Video") {
      try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 0)
    }
    expectWrongMode("image", current: "Video") { _ = try recognizer.recognize(image: image) }
  }

  @Test func `other modes' calls in live-stream mode`() throws {
    let image = try image()
    let landmarker = try landmarker(.liveStream, hasDelegate: true)
    expectWrongMode("image", current: "Live Stream") { _ = try landmarker.detect(image: image) }
    expectWrongMode("video", current: "Live Stream") {
      _ = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0)
    }
    let recognizer = try recognizer(.liveStream, hasDelegate: true)
    expectWrongMode("image", current: "Live Stream") { _ = try recognizer.recognize(image: image) }
    expectWrongMode("video", current: "Live Stream") {
      _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0)
    }
  }

  // MARK: Times

  @Test func `a frame of a stream that is not later than the last`() throws {
    let sentence = "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
    let image = try image()
    let landmarker = try landmarker(.liveStream, hasDelegate: true)
    try landmarker.detectAsync(image: image, timestampInMilliseconds: 1)
    expectError(sentence) { try landmarker.detectAsync(image: image, timestampInMilliseconds: 0) }
    let recognizer = try recognizer(.liveStream, hasDelegate: true)
    try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 1)
    expectError(sentence) { try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 0) }
  }

  // MARK: Beside the suites

  @Test func `a mirrored orientation has MediaPipe's sentence too, and the reason is Mudra's`() throws {
    let mirrored = MPImage(image: try PixelImage(contentsOfFile: Self.path), orientation: .upMirrored)
    let landmarker = try landmarker(.image, hasDelegate: false)
    do {
      _ = try landmarker.detect(image: mirrored)
      Issue.record("there is no error")
    } catch {
      let error = error as NSError
      #expect(error.localizedDescription.hasPrefix("Unsupported UIImageOrientation. `imageOrientation` cannot be"))
      #expect(error.localizedFailureReason?.hasPrefix("the picture's orientation is upMirrored") == true)
    }
  }
}
