import PixelImaging
import TensorRuntime
import VisionCore

/// Finds the landmarks of the hand in a region of a picture.
package final class HandLandmarkDetector: RegionNetwork {
  /// The network, in each precision that it has.
  package var networks: PrecisionPair<Session>
  private let input: PictureInput
  private let minPresence: Float
  private let passes: Int
  private let measuresReliability: Bool
  /// A hand as a second run sees it, whose landmarks are compared with those that are reported.
  private var secondSight = FoundHand()

  /// A session of a model's landmark network.
  ///
  /// - Throws: `TaskError.unusableModel` if there is not enough memory.
  package init(
    _ model: HandModel, settings: HandSettings, threads: ThreadPool, arena: SharedArena? = nil
  ) throws(TaskError) {
    networks = try model.handLandmarks.sessions(threads: threads, arena: arena)
    input = model.landmarkInput
    minPresence = settings.minPresence
    passes = settings.task.runningMode == .image ? settings.landmarkPasses : 1
    measuresReliability = settings.details.contains(.reliability)
  }

  /// Searches for the hand of a candidate and writes it to `hand`. Border pixels are repeated beyond the picture's
  /// edge.
  ///
  /// - Parameter alone: on the calling thread alone.
  /// - Returns: false if there is no hand; then only the presence of `hand` has changed.
  /// - Throws: `TaskError.image` for a region that cannot be cropped, or if the network fails.
  /// - Precondition: `hand` has space for 21 landmarks.
  package func find(
    _ hand: inout FoundHand, at candidate: RegionCandidate, in image: PixelImage, alone: Bool
  ) throws(TaskError) -> Bool {
    let limit = max(minPresence, candidate.tile?.minScore ?? 0)
    guard try find(&hand, in: candidate.region, of: image, minPresence: limit, alone: alone) else { return false }
    hand.origin = candidate.origin
    hand.tile = candidate.tile?.region
    // The landmarks say better than the palm where the hand is.
    for _ in 1..<max(passes, candidate.tile == nil ? 1 : 2) {
      let presence = hand.presence
      guard try find(&hand, in: hand.nextRegion, of: image, minPresence: limit, alone: alone) else {
        guard candidate.tile == nil else { return false }
        hand.presence = presence
        break
      }
    }
    if measuresReliability {
      try measureReliability(of: &hand, in: image, isFollowed: candidate.origin.isFollowed, alone: alone)
    }
    return true
  }

  /// Searches for a hand once more, in a somewhat different region, and estimates from the distances how reliable its
  /// landmarks are. A hand that is followed keeps what was measured a few frames ago.
  private func measureReliability(
    of hand: inout FoundHand, in image: PixelImage, isFollowed: Bool, alone: Bool
  ) throws(TaskError) {
    hand.framesSinceMeasurement = isFollowed ? hand.framesSinceMeasurement + 1 : 0
    guard !isFollowed || hand.framesSinceMeasurement >= ReliabilityMeasurement.interval else { return }
    hand.framesSinceMeasurement = 0
    let region = ImageRegion(
      comparedWith: hand.nextRegion, imageWidth: image.width, imageHeight: image.height)
    let isSeen = try find(&secondSight, in: region, of: image, minPresence: -.infinity, alone: alone)
    ReliabilityMeasurement.update(
      &hand.reliability, hand.landmarks, isSeen ? secondSight.landmarks : nil,
      scaledBy: SIMD3(Float(image.width), Float(image.height), Float(image.width)))
  }

  /// Searches for the hand in a region.
  private func find(
    _ hand: inout FoundHand, in region: ImageRegion, of image: PixelImage, minPresence: Float, alone: Bool
  ) throws(TaskError) -> Bool {
    typealias Output = ModelConstants.Landmarks.Output
    guard !region.isEmpty else {
      hand.presence = 0
      return false
    }
    let network = networks.current
    _ = try input.fill(network, with: region, of: image, keepAspect: false, border: .replicate)
    try network.run(alone: alone)
    hand.presence = network.withOutput(Output.presence) { $0[0] }
    guard hand.presence > minPresence else { return false }

    let projection = LandmarkProjection(
      region: region, cropWidth: input.width, cropHeight: input.height,
      depthDivisor: ModelConstants.Landmarks.depthDivisor)
    network.withOutput(Output.landmarks) { values in
      for index in 0..<ModelConstants.Landmarks.count {
        hand.landmarks[index] = projection.landmark(
          x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
      }
    }
    network.withOutput(Output.worldLandmarks) { values in
      for index in 0..<ModelConstants.Landmarks.count {
        hand.worldLandmarks[index] = projection.worldLandmark(
          x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
      }
    }
    hand.handedness = Handedness(rightProbability: network.withOutput(Output.handedness) { $0[0] })
    hand.region = region
    hand.nextRegion = ImageRegion(followingHandAt: hand.landmarks, imageWidth: image.width, imageHeight: image.height)
    return true
  }
}
