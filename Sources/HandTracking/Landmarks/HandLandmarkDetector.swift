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

  /// The hand in a region, or nil if there is none. Beyond the picture's edge its border pixels are repeated.
  package func hand(in region: Region, of image: Image) throws(TaskError) -> Hand? {
    guard !region.isEmpty else { return nil }
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
    let presence = network.withOutput(1) { $0[0] }
    guard presence > minPresence else { return nil }

    let projection = LandmarkProjection(region: region, cropWidth: inputWidth, cropHeight: inputHeight)
    let landmarks = network.withOutput(0) { values in
      (0..<ModelConstants.Landmarks.count).map {
        projection.landmark(x: values[3 * $0], y: values[3 * $0 + 1], z: values[3 * $0 + 2])
      }
    }
    let worldLandmarks = network.withOutput(3) { values in
      (0..<ModelConstants.Landmarks.count).map {
        projection.worldLandmark(x: values[3 * $0], y: values[3 * $0 + 1], z: values[3 * $0 + 2])
      }
    }
    return Hand(
      landmarks: landmarks, worldLandmarks: worldLandmarks,
      handedness: Self.handedness(rightProbability: network.withOutput(2) { $0[0] }), presence: presence,
      region: region,
      nextRegion: Region(followingHandAt: landmarks, imageWidth: image.width, imageHeight: image.height))
  }

  /// The likelier side, with its probability; "Right" if both are equal.
  package static func handedness(rightProbability: Float) -> ResultCategory {
    let leftProbability = Float(1 - Double(rightProbability))
    let index = leftProbability > rightProbability ? 1 : 0
    let name = ModelConstants.Landmarks.handednessNames[index]
    return ResultCategory(
      index: index, score: index == 0 ? rightProbability : leftProbability, categoryName: name, displayName: name)
  }
}
