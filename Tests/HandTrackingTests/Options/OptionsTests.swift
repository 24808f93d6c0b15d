import Foundation
import HandTracking
import TensorRuntime
import Testing

@Suite struct OptionsTests {
  @Test func `a hand landmarker's defaults are MediaPipe's`() {
    let options = HandLandmarkerOptions()
    #expect(options.baseOptions.modelAssetPath == "")
    #expect(options.baseOptions.delegate == .CPU)
    #expect(options.runningMode == .image)
    #expect(options.numHands == 1)
    #expect(options.minHandDetectionConfidence == 0.5)
    #expect(options.minHandPresenceConfidence == 0.5)
    #expect(options.minTrackingConfidence == 0.5)
  }

  @Test func `a gesture recognizer's defaults are MediaPipe's`() {
    let options = GestureRecognizerOptions()
    #expect(options.runningMode == .image)
    #expect(options.numHands == 1)
    #expect(options.minHandDetectionConfidence == 0.5)
    #expect(options.minHandPresenceConfidence == 0.5)
    #expect(options.minTrackingConfidence == 0.5)
    #expect(options.cannedGesturesClassifierOptions == nil)
    #expect(options.customGesturesClassifierOptions == nil)
  }

  @Test func `a classifier's defaults are MediaPipe's`() {
    let options = ClassifierOptions()
    #expect(options.displayNamesLocale == nil)
    #expect(options.maxResults == -1)
    #expect(options.scoreThreshold == 0)
    #expect(options.categoryAllowlist == nil)
    #expect(options.categoryDenylist == nil)
  }

  @Test func `settings without options are those of the default options`() throws {
    let settings = try HandSettings(HandLandmarkerOptions())
    #expect("\(settings)" == "\(HandSettings(TaskSettings()))")
    #expect(try "\(ClassifierSettings(ClassifierOptions(), name: ""))" == "\(ClassifierSettings())")
  }

  @Test func `Mudra's own options leave the choice to the library`() {
    #expect(BaseOptions().numThreads == nil)
    #expect(BaseOptions().kernelProvider == nil)
    #expect(BaseOptions().precision == .exact)
    #expect(BaseOptions().modelAssetBuffer == nil)
    #expect(!BaseOptions().reportsTimings)
  }

  @Test func `raw values are MediaPipe's`() {
    #expect(RunningMode.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(RunningMode.allCases.map(\.description) == ["Image", "Video", "Live Stream"])
    #expect(Delegate.allCases.map(\.rawValue) == [0, 1])
    #expect(TasksErrorCode.allCases.map(\.rawValue) == Array(1...20))
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(0...7))
  }

  @Test func `options that are set are copied, options that are read are not`() throws {
    let options = GestureRecognizerOptions()
    let base = BaseOptions()
    base.modelAssetPath = "a"
    options.baseOptions = base
    base.modelAssetPath = "b"
    #expect(options.baseOptions.modelAssetPath == "a")
    options.baseOptions.modelAssetPath = "c"
    #expect(options.baseOptions.modelAssetPath == "c")

    let classifier = ClassifierOptions()
    classifier.maxResults = 3
    options.cannedGesturesClassifierOptions = classifier
    classifier.maxResults = 4
    #expect(options.cannedGesturesClassifierOptions?.maxResults == 3)
  }

  @Test func `a copy is independent and complete`() throws {
    let options = GestureRecognizerOptions()
    options.numHands = 3
    options.minTrackingConfidence = 0.25
    options.baseOptions.numThreads = 2
    options.baseOptions.kernelProvider = .reference
    options.baseOptions.precision = .fast
    options.baseOptions.modelAssetBuffer = Data([1, 2])
    options.baseOptions.reportsTimings = true
    options.customGesturesClassifierOptions = ClassifierOptions()
    let copy = try #require(options.copy() as? GestureRecognizerOptions)
    options.numHands = 4
    options.baseOptions.numThreads = 5
    #expect(copy.numHands == 3)
    #expect(copy.minTrackingConfidence == 0.25)
    #expect(copy.baseOptions.numThreads == 2)
    #expect(copy.baseOptions.kernelProvider == .reference)
    #expect(copy.baseOptions.precision == .fast)
    #expect(copy.baseOptions.modelAssetBuffer == Data([1, 2]))
    #expect(copy.baseOptions.reportsTimings)
    #expect(copy.customGesturesClassifierOptions != nil)

    let landmarker = HandLandmarkerOptions()
    landmarker.minHandPresenceConfidence = 0.75
    #expect((landmarker.copy() as? HandLandmarkerOptions)?.minHandPresenceConfidence == 0.75)
  }

  @Test func `a number of threads that is given counts`() throws {
    let options = HandLandmarkerOptions()
    #expect(try TaskSettings(options).threadCount(sharesModel: true) == 1)
    options.baseOptions.numThreads = 3
    #expect(try TaskSettings(options).threadCount(sharesModel: true) == 3)
  }
}
