import HandTracking
import Testing

@Suite struct TrackingOptionsTests {
  private func error(_ set: (HandLandmarkerOptions) -> Void) -> TaskError? {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.numHands = 2
    set(options)
    return #expect(throws: TaskError.self) { try HandLandmarker(options: options) }
  }

  private func number(_ name: String, _ value: Double, _ expected: NumberRequirement) -> TaskError {
    .invalidNumber(name: name, value: value, expected: expected)
  }

  @Test func `at first everything is as in MediaPipe`() {
    let options = GestureRecognizerOptions()
    #expect(options.tracking == TrackingOptions())
    #expect(!options.tracking.assignsIdentities)
    #expect(options.tracking.smoothing == nil)
    #expect(options.tracking.handednessFrames == 1)
    #expect(!options.tracking.assumesOnePerson)
    #expect(options.tracking.detectorInterval == 1)
    #expect(!options.tracking.skipsLetterbox)
    #expect(options.inputProperties.isMirrored == nil)
    #expect(options.details.isEmpty)
  }

  @Test(arguments: [0, -1, Int.min])
  func `intervals and averages below one frame are refused`(value: Int) {
    #expect(
      error { $0.tracking.detectorInterval = value }
        == number("tracking.detectorInterval", Double(value), .positive))
    #expect(
      error { $0.tracking.handednessFrames = value }
        == number("tracking.handednessFrames", Double(value), .positive))
  }

  @Test func `a memory of negative length is refused`() {
    #expect(
      error { $0.tracking.identityMemoryInMilliseconds = -1 }
        == number("tracking.identityMemoryInMilliseconds", -1, .notNegative))
  }

  @Test(arguments: [-1, .infinity] as [Float])
  func `parameters of smoothing out of their range are refused`(value: Float) {
    func smoothing(_ set: (inout SmoothingOptions) -> Void) -> TaskError? {
      error {
        var smoothing = SmoothingOptions()
        set(&smoothing)
        $0.tracking.smoothing = smoothing
      }
    }
    let wide = Double(value)
    #expect(smoothing { $0.minCutoff = value } == number("tracking.smoothing.minCutoff", wide, .positive))
    #expect(smoothing { $0.beta = value } == number("tracking.smoothing.beta", wide, .notNegative))
    #expect(smoothing { $0.derivativeCutoff = value } == number("tracking.smoothing.derivativeCutoff", wide, .positive))
    #expect(smoothing { $0.minCutoff = 0 } == number("tracking.smoothing.minCutoff", 0, .positive))
  }

  @Test(arguments: [-1, 51, .max]) func `a prediction too far ahead is refused`(milliseconds: Int) {
    let options = HandLandmarkerOptions()
    options.tracking.predictionInMilliseconds = milliseconds
    #expect(
      throws: TaskError.invalidSetting(
        name: "tracking.predictionInMilliseconds", value: Double(milliseconds), expected: "0 to 50")
    ) { try HandLandmarker(options: options) }
  }

  @Test func `smoothing parameters that are not numbers are refused`() throws {
    let found = try #require(
      error {
        $0.tracking.smoothing = SmoothingOptions()
        $0.tracking.smoothing?.beta = .nan
      })
    guard case .invalidNumber("tracking.smoothing.beta", let value, .notNegative) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(value.isNaN)
    #expect(found.code == .invalidArgumentError)
    #expect(found.description == "tracking.smoothing.beta is nan, expected a number that is 0 or above")
  }

  @Test func `one person has no third hand`() {
    #expect(
      error {
        $0.numHands = 3
        $0.tracking.assumesOnePerson = true
      } == .tooManyHandsOfOnePerson(3))
  }

  @Test func `a copy has them all`() throws {
    let options = HandLandmarkerOptions()
    options.tracking.detectorInterval = 7
    options.inputProperties.isMirrored = true
    options.details = [.hands, .removed]
    let copy = try #require(options.copy() as? HandLandmarkerOptions)
    options.tracking.detectorInterval = 8
    #expect(copy.tracking.detectorInterval == 7)
    #expect(copy.inputProperties.isMirrored == true)
    #expect(copy.details == [.hands, .removed])
  }
}
