import HandPose
import Mudra
import TestSupport
import Testing

@Suite struct HandPoseSequenceRequestHandlerTests {
  @Test func `hands are followed as in video mode`() throws {
    let options = HandLandmarkerOptions()
    options.numHands = 2
    options.runningMode = .video
    let landmarker = try HandLandmarker(options: options)
    let request = HandPoseRequest()
    let handler = HandPoseSequenceRequestHandler()
    for index in [2, 3, 4, 5, 12, 13, 14] {
      let frame = try RenderedHands.clipFrame(index)
      try handler.perform([request], on: frame)
      let result = try landmarker.detect(videoFrame: frame, timestampInMilliseconds: index)
      #expect(request.results == HandPoseObservation.observations(of: result, in: MPImage(image: frame)))
    }
  }

  @Test func `requests are followed apart, and one with new settings starts anew`() throws {
    let (one, two) = (HandPoseRequest(), HandPoseRequest())
    one.maximumHandCount = 1
    let handler = HandPoseSequenceRequestHandler()
    for index in 3...5 { try handler.perform([one, two], on: RenderedHands.clipFrame(index)) }
    #expect(one.results?.count == 1)
    #expect(two.results?.count == 2)
    one.maximumHandCount = 2
    try handler.perform([one], on: RenderedHands.clipFrame(6))
    #expect(one.results?.count == 2)
  }

  @Test func `a mirrored frame and a bad setting are typed errors, and the next frame is well`() throws {
    let frame = try RenderedHands.clipFrame(0)
    let request = HandPoseRequest()
    let handler = HandPoseSequenceRequestHandler()
    #expect(throws: TaskError.mirroredOrientation(.upMirrored)) {
      try handler.perform([request], on: frame, orientation: .upMirrored)
    }
    request.maximumHandCount = -3
    #expect(throws: TaskError.invalidHandCount(-3)) { try handler.perform([request], on: frame) }
    request.maximumHandCount = 1
    try handler.perform([request], on: frame)
    #expect(request.results?.count == 1)
  }
}
