import PixelImaging
import TensorRuntime

/// Finds the landmarks of the hand in a region of a picture.
package final class HandLandmarkDetector {
  /// The network.
  package let network: Network
  private let normalization: PixelNormalization
  private let inputWidth: Int
  private let inputHeight: Int
  private let minPresence: Float

  /// A session of a model's landmark network.
  package init(_ model: HandModel, settings: TaskSettings, threads: ThreadPool) throws(TaskError) {
    network = try Network(model.handLandmarks.network, threads: threads)
    normalization = model.handLandmarks.normalization
    inputWidth = model.handLandmarks.inputWidth
    inputHeight = model.handLandmarks.inputHeight
    minPresence = settings.minPresence
  }

  /// Looks for the hand in a region and writes it into `hand`. Beyond the picture's edge its border pixels are
  /// repeated.
  ///
  /// - Returns: false if there is no hand; `hand` is then as it was, but for its presence.
  /// - Precondition: `hand` has room for 21 landmarks.
  package func find(_ hand: inout Hand, in region: ImageRegion, of image: PixelImage) throws(TaskError) -> Bool {
    guard !region.isEmpty else { return false }
    let warp: RegionWarp
    do {
      warp = try RegionWarp(
        region: region, imageWidth: image.width, imageHeight: image.height, outputWidth: inputWidth,
        outputHeight: inputHeight, keepAspect: false, border: .replicate)
    } catch {
      throw .image(error)
    }
    network.withInput(0) { warp.fill($0, from: image, scale: normalization.scale, offset: normalization.offset) }
    try network.run()
    hand.presence = network.withOutput(1) { $0[0] }
    guard hand.presence > minPresence else { return false }

    let projection = LandmarkProjection(region: region, cropWidth: inputWidth, cropHeight: inputHeight)
    network.withOutput(0) { values in
      for index in 0..<ModelConstants.Landmarks.count {
        hand.landmarks[index] = projection.landmark(
          x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
      }
    }
    network.withOutput(3) { values in
      for index in 0..<ModelConstants.Landmarks.count {
        hand.worldLandmarks[index] = projection.worldLandmark(
          x: values[3 * index], y: values[3 * index + 1], z: values[3 * index + 2])
      }
    }
    hand.handedness = .hand(rightProbability: network.withOutput(2) { $0[0] })
    hand.region = region
    hand.nextRegion = ImageRegion(followingHandAt: hand.landmarks, imageWidth: image.width, imageHeight: image.height)
    return true
  }
}
