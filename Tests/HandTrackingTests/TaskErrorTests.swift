import Foundation
import HandTracking
import PixelImaging
import TensorRuntime
import Testing

@Suite struct TaskErrorTests {
  private func error(_ set: (HandLandmarkerOptions) -> Void) -> TaskError? {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    set(options)
    return #expect(throws: TaskError.self) { try HandLandmarker(options: options) }
  }

  private func recognizerError(_ set: (GestureRecognizerOptions) -> Void) -> TaskError? {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.gestureRecognizer
    set(options)
    return #expect(throws: TaskError.self) { try GestureRecognizer(options: options) }
  }

  @Test(arguments: [0, -1, Int.min])
  func `a number of hands below one is refused`(count: Int) {
    #expect(error { $0.numHands = count } == .invalidHandCount(count))
    #expect(recognizerError { $0.numHands = count } == .invalidHandCount(count))
  }

  @Test(arguments: [Float(0).nextDown, Float(1).nextUp, -1, 2, .infinity, -.infinity])
  func `a threshold outside zero to one is refused by name`(value: Float) {
    #expect(
      error { $0.minHandDetectionConfidence = value }
        == .invalidThreshold(name: "minHandDetectionConfidence", value: value))
    #expect(
      error { $0.minHandPresenceConfidence = value }
        == .invalidThreshold(name: "minHandPresenceConfidence", value: value))
    #expect(
      error { $0.minTrackingConfidence = value } == .invalidThreshold(name: "minTrackingConfidence", value: value))
    #expect(
      recognizerError { $0.minHandDetectionConfidence = value }
        == .invalidThreshold(name: "minHandDetectionConfidence", value: value))
    #expect(
      recognizerError { $0.minHandPresenceConfidence = value }
        == .invalidThreshold(name: "minHandPresenceConfidence", value: value))
    #expect(
      recognizerError { $0.minTrackingConfidence = value }
        == .invalidThreshold(name: "minTrackingConfidence", value: value))
  }

  @Test func `a threshold that is not a number is refused`() throws {
    let found = try #require(error { $0.minTrackingConfidence = .nan })
    guard case .invalidThreshold("minTrackingConfidence", let value) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(value.isNaN)

    let classifier = ClassifierOptions()
    classifier.scoreThreshold = .nan
    let canned = recognizerError { $0.cannedGesturesClassifierOptions = classifier }
    #expect(canned?.description.contains("cannedGesturesClassifierOptions.scoreThreshold") == true)
    let custom = recognizerError { $0.customGesturesClassifierOptions = classifier }
    #expect(custom?.description.contains("customGesturesClassifierOptions.scoreThreshold") == true)
  }

  @Test func `a model path that is nil or leads nowhere is refused`() {
    #expect(error { $0.baseOptions.modelAssetPath = nil } == .missingModelPath)
    let found = recognizerError { $0.baseOptions.modelAssetPath = "/not/there.task" }
    #expect(found?.code == .notFoundError)
    #expect(found?.description.contains("/not/there.task") == true)
  }

  @Test func `a number of threads below one is refused`() {
    #expect(error { $0.baseOptions.numThreads = 0 } == .invalidThreadCount(0))
  }

  @Test func `the graphics processor is not offered`() {
    let found = error { $0.baseOptions.delegate = .GPU }
    #expect(found == .delegateNotOffered(.GPU))
    #expect(found?.code == .unimplementedError)
    #expect(recognizerError { $0.baseOptions.delegate = .GPU } == .delegateNotOffered(.GPU))
  }

  @Test func `the call of another mode is named with both modes`() {
    let found = TaskError.wrongRunningMode(required: .image, current: .liveStream)
    #expect(found.code == .invalidArgumentError)
    #expect(found.description == "the call needs a task in the mode Image, but the task's mode is Live Stream")
  }

  @Test func `a message names what was found and what was expected`() {
    #expect(TaskError.invalidHandCount(0).description == "the number of hands is 0, expected at least 1")
    #expect(
      TaskError.invalidThreshold(name: "minTrackingConfidence", value: 1.5).description
        == "minTrackingConfidence is 1.5, expected a number from 0 to 1")
    #expect(
      TaskError.mirroredOrientation(.upMirrored).description
        == "the picture's orientation is upMirrored, and inputProperties.isMirrored does not say whether it is a mirror image"
    )
  }

  @Test func `the errors of the hand tasks have MediaPipe's codes`() {
    #expect(TaskError.invalidHandCount(0) != .invalidHandCount(1))
    #expect(TaskError.invalidHandCount(0) != .modelWithoutGestures)
    #expect(TaskError.invalidHandCount(0).code == .internalError)
    #expect(TaskError.tooManyHandsOfOnePerson(3).code == .invalidArgumentError)
    #expect((TaskError.modelWithoutGestures as any Error).localizedDescription.contains("hand landmarker's bundle"))
  }

  @Test func `an error has MediaPipe's domain and code for Foundation`() {
    let bridged = TaskError.invalidThreadCount(0) as any Error
    #expect(bridged.localizedDescription == "the number of threads is 0, expected at least 1")
    #expect(TaskError.errorDomain == "com.google.mediapipe.tasks")
    #expect(TaskError.invalidThreadCount(0).errorCode == 3)
  }
}
