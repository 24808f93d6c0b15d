import Foundation
import HandPose
import Mudra
import MudraPlatform
import TestSupport
import Testing

@Suite struct HandPoseRequestTests {
  /// A finger's width in the drawn pictures.
  private static let margin = 0.05

  @Test(arguments: ["Open_Palm_right", "Victory_left", "Pointing_Up_right", "Thumb_Up_left"])
  func `joints lie where the renderer drew them, counted from the lower left`(name: String) throws {
    let request = HandPoseRequest()
    try HandPoseRequestHandler(url: RenderedHands.url(name)).perform([request])
    let hands = try #require(request.results)
    #expect(hands.map(\.chirality) == [name.hasSuffix("left") ? .left : .right])
    let points = try hands[0].recognizedPoints(.all)
    let truth = try RenderedHands.truth(name)
    #expect(points.count == 21)
    for (joint, point) in points {
      let place = truth[Int(joint.landmark.rawValue)]
      #expect(
        hypot(point.x - place[0], point.y - (1 - place[1])) < Self.margin, "\(joint) at \(point.location), \(place)")
      #expect(point.confidence == hands[0].confidence && point.confidence > 0.9)
    }
  }

  @Test func `two hands are found unless one is wanted`() throws {
    let image = try RenderedHands.image("two_0")
    let request = HandPoseRequest()
    #expect(request.maximumHandCount == 2)
    #expect(request.results == nil)
    try HandPoseRequestHandler(image: image).perform([request])
    #expect(Set(request.results?.map(\.chirality) ?? []).count == 2)
    request.maximumHandCount = 1
    try HandPoseRequestHandler(image: image).perform([request])
    #expect(request.results?.count == 1)
  }

  @Test func `an observation has the landmarker's numbers`() throws {
    let image = try RenderedHands.image("ILoveYou_left")
    let request = HandPoseRequest()
    try HandPoseRequestHandler(image: image).perform([request])
    let options = HandLandmarkerOptions()
    options.numHands = 2
    let result = try HandLandmarker(options: options).detect(image: image)
    let hand = try #require(request.results?.first)
    #expect(hand.confidence == result.presences[0])
    for joint in hand.availableJointNames {
      let landmark = result.landmarks[0][Int(joint.landmark.rawValue)]
      #expect(try hand.recognizedPoint(joint).location == CGPoint(x: Double(landmark.x), y: 1 - Double(landmark.y)))
    }
  }

  @Test(arguments: [(1, ImageOrientation.right), (2, .down), (3, .left)])
  func `a turned picture gives the points of the upright one`(quarters: Int, orientation: ImageOrientation) throws {
    let image = try RenderedHands.image("Open_Palm_left")
    let request = HandPoseRequest()
    try HandPoseRequestHandler(image: image).perform([request])
    let upright = try #require(request.results?.first)
    try HandPoseRequestHandler(
      image: RenderedHands.turned(image, quarters: quarters), orientation: orientation
    ).perform([request])
    let turned = try #require(request.results?.first)
    #expect(turned.aspectRatio == upright.aspectRatio)
    for joint in HandPoseObservation.JointName.allCases {
      let (a, b) = (try upright.recognizedPoint(joint), try turned.recognizedPoint(joint))
      // The crops of the two pictures begin at different subpixel positions.
      #expect(hypot(a.x - b.x, a.y - b.y) < 0.01)
    }
  }

  @Test func `bytes of a file and an await give what the file gives`() async throws {
    let url = RenderedHands.url("Thumb_Down_right")
    let request = HandPoseRequest()
    try HandPoseRequestHandler(url: url).perform([request])
    let hands = request.results
    try HandPoseRequestHandler(data: Data(contentsOf: url)).perform([request])
    #expect(request.results == hands)
    let awaited = try await HandPoseRequest().perform(on: MPImage(contentsOfFile: url.path))
    #expect(awaited == hands)
  }

  @Test func `a picture without hands gives an empty list`() throws {
    let request = HandPoseRequest()
    let gray = try PixelImage(width: 64, height: 48, format: .gray, pixels: [UInt8](repeating: 90, count: 64 * 48))
    try HandPoseRequestHandler(image: gray).perform([request])
    #expect(request.results == [])
  }

  @Test func `the revision says which joints there are`() throws {
    #expect(try HandPoseRequest.supportedJointNames(forRevision: 1).count == 21)
    #expect(try HandPoseRequest.supportedJointsGroupNames(forRevision: 1).count == 6)
    #expect(throws: HandPoseError.unsupportedRevision(2)) { try HandPoseRequest.supportedJointNames(forRevision: 2) }
  }

  // MARK: Errors

  @Test(arguments: [0, -1, Int.min])
  func `a number of hands below one is refused when the request is performed`(count: Int) throws {
    let request = HandPoseRequest()
    request.maximumHandCount = count
    #expect(throws: TaskError.invalidHandCount(count)) {
      try HandPoseRequestHandler(image: RenderedHands.image("two_0")).perform([request])
    }
    #expect(request.results == nil)
  }

  @Test func `a bad model, a missing picture and a mirrored one are typed errors`() async throws {
    let image = try RenderedHands.image("two_0")
    let request = HandPoseRequest()
    #expect(throws: TaskError.mirroredOrientation(.leftMirrored)) {
      try HandPoseRequestHandler(image: image, orientation: .leftMirrored).perform([request])
    }
    #expect(throws: TaskError.image(.cannotRead(path: "/no/such.png", reason: "No such file or directory"))) {
      try HandPoseRequestHandler(url: URL(fileURLWithPath: "/no/such.png")).perform([request])
    }
    #expect(throws: TaskError.image(.emptyFile)) { try HandPoseRequestHandler(data: Data()).perform([request]) }
    request.numThreads = 0
    await #expect(throws: TaskError.invalidThreadCount(0)) { try await request.perform(on: MPImage(image: image)) }
    request.numThreads = 1
    request.modelAssetPath = "/no/such.task"
    #expect(throws: TaskError.self) { try HandPoseRequestHandler(image: image).perform([request]) }
    // A corrected setting is valid again.
    request.modelAssetPath = ""
    try HandPoseRequestHandler(image: image).perform([request])
    #expect(request.results?.count == 2)
  }

  @Test func `a request that fails loses its results and does not hold up the others`() throws {
    let outcomes = Mutex<[String]>([])
    let bad = HandPoseRequest { request, error in
      outcomes.withLock { $0.append("bad: \(request.results == nil), \(error as? TaskError == .invalidHandCount(0))") }
    }
    let good = HandPoseRequest { request, error in
      outcomes.withLock { $0.append("good: \(request.results?.count ?? -1), \(error == nil)") }
    }
    let handler = HandPoseRequestHandler(image: try RenderedHands.image("Victory_left"))
    try handler.perform([bad])
    bad.maximumHandCount = 0
    #expect(throws: TaskError.invalidHandCount(0)) { try handler.perform([bad, good]) }
    #expect(outcomes.withLock { $0 } == ["bad: false, false", "bad: true, true", "good: 1, true"])
  }
}
