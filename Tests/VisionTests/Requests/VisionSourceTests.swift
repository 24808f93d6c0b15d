// Code written for Vision, unchanged; on systems with Vision, it would use Vision's own types.
#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import Vision
  import TestSupport
  import Testing

  @Suite struct VisionSourceTests {
    /// The view controller of a camera app.
    private final class Camera {
      private let handPoseRequest: VNDetectHumanHandPoseRequest = {
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = 1
        return request
      }()

      func tips(of url: URL) throws -> [CGPoint] {
        let handler = VNImageRequestHandler(url: url, orientation: .up, options: [:])
        try handler.perform([handPoseRequest])
        guard let observation = handPoseRequest.results?.first else { return [] }
        let thumbPoints = try observation.recognizedPoints(.thumb)
        let indexFingerPoints = try observation.recognizedPoints(.indexFinger)
        guard let thumbTipPoint = thumbPoints[.thumbTip], let indexTipPoint = indexFingerPoints[.indexTip] else {
          return []
        }
        guard thumbTipPoint.confidence > 0.3 && indexTipPoint.confidence > 0.3 else { return [] }
        return [
          CGPoint(x: thumbTipPoint.location.x, y: 1 - thumbTipPoint.location.y),
          CGPoint(x: indexTipPoint.location.x, y: 1 - indexTipPoint.location.y),
        ]
      }
    }

    @Test func `a camera app's code finds the tips`() throws {
      let tips = try Camera().tips(of: RenderedHands.url("Pointing_Up_left"))
      let truth = try RenderedHands.truth("Pointing_Up_left")
      #expect(tips.count == 2)
      for (tip, place) in zip(tips, [truth[4], truth[8]]) {
        #expect(hypot(tip.x - place[0], tip.y - place[1]) < 0.05)
      }
    }

    @Test func `a completion handler and a function of observations compile`() throws {
      func isThumbAboveWrist(_ observation: VNHumanHandPoseObservation) throws -> Bool {
        let thumb: VNRecognizedPoint = try observation.recognizedPoint(.thumbTip)
        let wrist: VNRecognizedPoint = try observation.recognizedPoint(VNHumanHandPoseObservation.JointName.wrist)
        return observation.chirality == VNChirality.right && thumb.y > wrist.y
      }
      let request = VNDetectHumanHandPoseRequest { (request: VNRequest, error: (any Error)?) in
        #expect(error == nil)
        #expect(request.results?.count == 1)
      }
      try VNSequenceRequestHandler().perform([request], on: CGImage(RenderedHands.image("Thumb_Up_right")))
      #expect(try request.results.map { try $0.map(isThumbAboveWrist) } == [true])
    }
  }
#endif
