import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Skeletons that a task fits to its hands.
@Suite struct TrackSkeletonTests {
  private static func landmarker(_ mode: RunningMode, _ details: ResultDetails) throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = mode
    options.numHands = 2
    options.details = details
    return try HandLandmarker(options: options)
  }

  @Test func `a video's hands have bones whose lengths are those of all their frames`() throws {
    let (task, plain) = (try Self.landmarker(.video, .skeleton), try Self.landmarker(.video, []))
    var skeletons: [DetectedHand.Side: HandSkeleton] = [:]
    for index in 0..<8 {
      let image = try RenderedHands.image("two_0")
      let result = try task.detect(videoFrame: image, timestampInMilliseconds: 33 * index)
      #expect(result.hands.count == 2)
      #expect(try plain.detect(videoFrame: image, timestampInMilliseconds: 33 * index).landmarks == result.landmarks)
      for hand in result.hands {
        let pose = try skeletons[hand.side, default: HandSkeleton(side: hand.side)].fit(hand.worldLandmarks)
        #expect(hand.skeleton == pose)
      }
    }
  }

  @Test func `each hand of a picture has bones of its own`() throws {
    let task = try Self.landmarker(.image, .skeleton)
    for name in ["two_0", "Victory_left"] {
      let hands = try task.detect(image: RenderedHands.image(name)).hands
      #expect(!hands.isEmpty)
      for hand in hands {
        var skeleton = HandSkeleton(side: hand.side)
        #expect(try hand.skeleton == skeleton.fit(hand.worldLandmarks))
      }
    }
    let plain = try Self.landmarker(.image, .hands).detect(image: RenderedHands.image("two_0"))
    #expect(plain.hands.count == 2)
    #expect(plain.hands.allSatisfy { $0.skeleton == nil })
  }
}
