import PixelImaging

/// Finds the landmarks of the hand in a region of a picture.
package final class HandLandmarkDetector {
  private let network: Network
  private let normalization: PixelNormalization
  private let inputWidth: Int
  private let inputHeight: Int
  private let minPresence: Float

  /// Prepares the landmark network of a hand landmarker's bundle.
  ///
  /// Its outputs go by position: landmarks, presence, handedness, world landmarks.
  package init(bundle: TaskBundle, settings: TaskSettings) throws(TaskError) {
    let coordinates = 3 * ModelConstants.Landmarks.count
    let model = try bundle.model(named: ModelConstants.Files.handLandmarks)
    network = try Network(model, name: ModelConstants.Files.handLandmarks, settings: settings)
    try network.expectTensors(inputs: 1, outputs: 4)
    try network.expect(.input, 0, shape: [1, nil, nil, 3])
    try network.expect(.output, 0, shape: [1, coordinates])
    try network.expect(.output, 1, shape: [1, 1])
    try network.expect(.output, 2, shape: [1, 1])
    try network.expect(.output, 3, shape: [1, coordinates])
    normalization = try PixelNormalization(of: model, name: network.name)
    inputHeight = network.shape(of: .input, 0)[1]
    inputWidth = network.shape(of: .input, 0)[2]
    minPresence = settings.minPresence
  }

  /// The hand in a region, or nil if there is none.
  package func hand(in region: Region, of image: Image) throws(TaskError) -> Hand? {
    var hand = Hand()
    return try find(&hand, in: region, of: image) ? hand : nil
  }

  /// Looks for the hand in a region and writes it into `hand`. Beyond the picture's edge its border pixels are repeated.
  ///
  /// - Returns: false if there is no hand; `hand` is then as it was, but for its presence.
  /// - Precondition: `hand` has room for 21 landmarks.
  package func find(_ hand: inout Hand, in region: Region, of image: Image) throws(TaskError) -> Bool {
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
    network.run()
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
    hand.nextRegion = Region(followingHandAt: hand.landmarks, imageWidth: image.width, imageHeight: image.height)
    return true
  }
}
