import PixelImaging
import TFLiteFormat
import TensorRuntime

/// The only input of a network for pictures: its size, and how pixels are converted.
package struct PictureInput: Sendable, Equatable {
  /// The shape of such an input.
  package static let shape: [Int?] = [1, nil, nil, 3]

  /// How a byte of a pixel is converted.
  package let normalization: PixelNormalization
  /// Columns of the input.
  package let width: Int
  /// Rows of the input.
  package let height: Int

  /// The input of a network that was read with this shape.
  ///
  /// - Parameter normalization: that of a network without metadata, if such a network is known.
  /// - Throws: `TaskError` if the network's metadata does not say how pixels are normalized, or in an unknown way.
  package init(
    of network: Network<ReadModel>, withoutMetadata normalization: PixelNormalization? = nil
  ) throws(TaskError) {
    self.normalization = try PixelNormalization(
      of: network.state.model, name: network.name, withoutMetadata: normalization)
    height = network.shape(of: .input, 0)[1]
    width = network.shape(of: .input, 0)[2]
  }

  /// Fills the input of a network with a region of a picture.
  ///
  /// - Returns: how the region was cropped.
  /// - Throws: `TaskError.image` for a region that cannot be cropped.
  package func fill(
    _ network: Network<Session>, with region: ImageRegion, of image: PixelImage, keepAspect: Bool,
    border: RegionWarp.Border
  ) throws(TaskError) -> RegionWarp {
    let warp: RegionWarp
    do {
      warp = try RegionWarp(
        region: region, imageWidth: image.width, imageHeight: image.height, outputWidth: width, outputHeight: height,
        keepAspect: keepAspect, border: border)
    } catch {
      throw .image(error)
    }
    network.withInput(0) { warp.fill($0, from: image, scale: normalization.scale, offset: normalization.offset) }
    return warp
  }
}

/// How a byte of a pixel becomes a value of a network's input: `byte × scale + offset`.
package struct PixelNormalization: Sendable, Hashable {
  /// The factor of a byte.
  package let scale: Float
  /// What is added.
  package let offset: Float

  /// 0…255 to 0…1: what MediaPipe's graphs give to its hand networks, also to those that were published without
  /// metadata.
  package static let unitInterval = PixelNormalization(scale: 1 / 255, offset: 0)

  private init(scale: Float, offset: Float) {
    (self.scale, self.offset) = (scale, offset)
  }

  /// Read from the metadata of a network with one picture as its input.
  ///
  /// - Parameter normalization: that of a network without metadata, if such a network is known.
  package init(of model: Model, name: String, withoutMetadata normalization: PixelNormalization?) throws(TaskError) {
    let metadata: ModelMetadata?
    do {
      metadata = try model.metadata()
    } catch {
      throw .unreadableModel(model: name, reason: error)
    }
    if metadata == nil, let normalization {
      self = normalization
      return
    }
    let input = metadata?.inputs.first
    if let colorSpace = input?.colorSpace, colorSpace > 1 {
      throw .unsupportedColorSpace(model: name, colorSpace: colorSpace)
    }
    guard let normalization = input?.normalization else { throw .missingNormalization(model: name) }
    try self.init(mean: normalization.mean, standardDeviation: normalization.standardDeviation, name: name)
  }

  /// From mean and standard deviation, one value or one per channel: 0…255 is mapped to (0 − mean) / deviation … (255 −
  /// mean) / deviation.
  package init(mean means: [Float], standardDeviation deviations: [Float], name: String) throws(TaskError) {
    guard let mean = means.first, let deviation = deviations.first, means.count == deviations.count,
      means.allSatisfy({ $0 == mean }), deviations.allSatisfy({ $0 == deviation }), mean.isFinite,
      deviation.isFinite, abs(deviation) >= .ulpOfOne
    else {
      throw .unsupportedNormalization(model: name, mean: means, standardDeviation: deviations)
    }
    let low = (0 - mean) / deviation
    let high = (255 - mean) / deviation
    scale = (high - low) / 255
    offset = low
  }
}
