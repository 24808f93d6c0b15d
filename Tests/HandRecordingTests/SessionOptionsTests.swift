import Foundation
import HandRecording
import HandTracking
import Mudra
import PixelImaging
import TestSupport
import Testing

@Suite struct SessionOptionsTests {
  private func options(_ json: String) throws -> SessionOptions {
    try JSONDecoder().decode(SessionOptions.self, from: Data(json.utf8))
  }

  @Test func `keys that are left out have the library's defaults`() throws {
    #expect(try options("{}") == SessionOptions())
    let made = SessionOptions().recognizerOptions(.video)
    let library = GestureRecognizerOptions()
    #expect(made.numHands == library.numHands)
    #expect(made.minHandDetectionConfidence == library.minHandDetectionConfidence)
    #expect(made.minHandPresenceConfidence == library.minHandPresenceConfidence)
    #expect(made.minTrackingConfidence == library.minTrackingConfidence)
    #expect(made.tracking == library.tracking)
    #expect(made.details == library.details)
    #expect(made.baseOptions.precision == library.baseOptions.precision)
  }

  @Test func `all options reach the library, and survive JSON`() throws {
    let all = try options(
      """
      {"task":"gestures","numHands":2,"minHandDetectionConfidence":0.1,"minHandPresenceConfidence":0.2,
      "minTrackingConfidence":0.3,"canned":{"scoreThreshold":0.4,"allow":["Victory"],"deny":["None"]},
      "custom":{"deny":["wave"]},"assignsIdentities":true,"identityMemoryInMilliseconds":7,"smoothing":{"beta":2},"predictionInMilliseconds":20,"predictsRegion":true,"frameBudgetMilliseconds":12,"motion":true,"skeleton":true,
      "handednessFrames":4,"assumesOnePerson":true,"detectorInterval":5,"skipsLetterbox":true,"isMirrored":false,
      "numThreads":2,"looksAgain":["bordered","tinted"],"landmarkPasses":2,"events":{"endScore":0.1},"touchless":{"thumbEnd":0.1},"swipes":{"speed":3},"grabs":{"open":0.2},
      "orientation":"left-mirrored","palmsIn":[[0.5,0.25,0.4,0.5],[0.5,0.5,1,1,0.1]],
      "precision":"fast","details":true,"reasons":true,"shape":true,"reliability":true,"embeddings":true,"timings":true,"camera":{"fieldOfView":60},"other":1}
      """)
    let made = all.recognizerOptions(.video)
    #expect(made.runningMode == .video)
    #expect(made.numHands == 2)
    #expect(made.minHandDetectionConfidence == 0.1)
    #expect(made.minHandPresenceConfidence == 0.2)
    #expect(made.minTrackingConfidence == 0.3)
    #expect(made.cannedGesturesClassifierOptions?.scoreThreshold == 0.4)
    #expect(made.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory"])
    #expect(made.customGesturesClassifierOptions?.categoryDenylist == ["wave"])
    #expect(made.tracking.assignsIdentities)
    #expect(made.tracking.identityMemoryInMilliseconds == 7)
    #expect(made.tracking.smoothing?.beta == 2)
    #expect(made.tracking.smoothing?.minCutoff == SmoothingOptions().minCutoff)
    #expect(made.tracking.predictionInMilliseconds == 20)
    #expect(made.tracking.predictsRegion)
    #expect(made.tracking.frameBudget == .milliseconds(12))
    #expect(made.tracking.handednessFrames == 4)
    #expect(made.tracking.assumesOnePerson)
    #expect(made.tracking.detectorInterval == 5)
    #expect(made.tracking.skipsLetterbox)
    #expect(made.inputProperties.isMirrored == false)
    #expect(made.baseOptions.numThreads == 2)
    #expect(made.baseOptions.precision == .fast)
    #expect(made.baseOptions.reportsTimings)
    #expect(made.details == [.hands, .removed, .shapes, .motion, .skeleton, .reliability, .embeddings])
    #expect(all.orientation == .leftMirrored)
    #expect(all.looksAgain == [.bordered, .tinted])
    #expect(all.landmarkPasses == 2)
    #expect(try all.camera == CameraModel(fieldOfViewInDegrees: 60))
    // What is left out of a part has its default, too.
    var events = GestureEventOptions()
    events.endScore = 0.1
    #expect(all.events == events)
    var touchless = TouchlessSettings()
    touchless.thumbEnd = 0.1
    #expect(all.touchless == touchless)
    var swipes = SwipeSettings()
    swipes.speed = 3
    #expect(all.swipes == swipes)
    var grabs = GrabSettings()
    grabs.open = 0.2
    #expect(all.grabs == grabs)
    #expect(
      all.search
        == .palms(in: [
          ImageRegion(centerX: 0.5, centerY: 0.25, width: 0.4, height: 0.5, rotation: 0),
          ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0.1),
        ]))
    #expect(try JSONDecoder().decode(SessionOptions.self, from: JSONEncoder().encode(all)) == all)
  }

  @Test func `regions that cannot hold are refused`() throws {
    let many = "[" + Array(repeating: "[0.5,0.5,1,1]", count: 17).joined(separator: ",") + "]"
    for json in [
      #"{"palmsIn":[[0.5,0.5,1]]}"#, #"{"handsIn":[[0.5,0.5,0,1]]}"#, #"{"handsIn":[[0.5,0.5,-1,1]]}"#,
      #"{"handsIn":[[1,1,1,1,1,1]]}"#, #"{"handsIn":[[0.5,0.5,1e38,1e39]]}"#,
      #"{"palmsIn":[[0.5,0.5,1,1]],"handsIn":[[0.5,0.5,1,1]]}"#, #"{"palmsIn":\#(many)}"#,
      #"{"orientation":"sideways"}"#, #"{"tileMilliseconds":5}"#, #"{"camera":{}}"#, #"{"camera":{"fieldOfView":0}}"#,
      #"{"camera":{"focalLength":[1,-1],"principalPoint":[0,0]}}"#, #"{"camera":{"focalLength":[1]}}"#,
    ] {
      #expect(throws: DecodingError.self, "\(json)") { try options(json) }
    }
    #expect(try options(#"{"palmsIn":[],"handsIn":[]}"#).search == .everywhere)
  }

  @Test func `a session searches where its options say, in pictures stored as they say`() throws {
    let model = try HandModel()
    let image = try RenderedHands.image("two_0")
    func hands(_ json: String, _ image: PixelImage) throws -> Int {
      let session = try HandSession(model: model, options: options(json), areVideoFrames: false)
      return try session.result(of: image, timestampInMilliseconds: nil, source: "picture").hands.count
    }
    #expect(try hands(#"{"numHands":2}"#, image) == 2)
    #expect(try hands(#"{"numHands":2,"palmsIn":[[0.25,0.5,0.5,1]]}"#, image) == 1)
    #expect(try hands(#"{"numHands":2,"orientation":"left"}"#, RenderedHands.turned(image, quarters: 3)) == 2)
  }

  @Test func `numbers that would take the machine are refused`() throws {
    for json in [#"{"numHands":0}"#, #"{"numHands":33}"#, #"{"numThreads":65}"#, #"{"numThreads":-1}"#] {
      let options = try options(json)
      #expect(throws: TaskError.self) { try options.checkLimits() }
    }
    let model = try HandModel()
    let none = try options(#"{"minTrackingConfidence":2}"#)
    #expect(throws: TaskError.self) { try HandSession(model: model, options: none, areVideoFrames: true) }
  }
}
