import PixelImaging

/// Maps the landmarks that a network finds in a crop to the picture and its orientation.
package struct LandmarkProjection: Sendable {
  private let region: ImageRegion
  private let cropWidth: Float
  private let cropHeight: Float
  private let depthDivisor: Float
  private let cosine: Float
  private let sine: Float

  /// A projection from a crop of this size, taken from `region`.
  ///
  /// - Parameter depthDivisor: the divisor of a depth, besides the crop's width.
  package init(region: ImageRegion, cropWidth: Int, cropHeight: Int, depthDivisor: Float) {
    self.region = region
    self.cropWidth = Float(cropWidth)
    self.cropHeight = Float(cropHeight)
    self.depthDivisor = depthDivisor
    cosine = CorrectlyRounded.cosine(region.rotation)
    sine = CorrectlyRounded.sine(region.rotation)
  }

  /// A landmark in the picture, from pixels of the crop.
  package func landmark(x: Float, y: Float, z: Float) -> NormalizedLandmark {
    let u = x / cropWidth - 0.5
    let v = y / cropHeight - 0.5
    let depth = z / cropWidth / depthDivisor
    return NormalizedLandmark(
      x: (cosine * u - sine * v) * region.width + region.centerX,
      y: (sine * u + cosine * v) * region.height + region.centerY, z: depth * region.width)
  }

  /// A world landmark rotated from the crop's orientation to the picture's.
  package func worldLandmark(x: Float, y: Float, z: Float) -> Landmark {
    Landmark(x: cosine * x - sine * y, y: sine * x + cosine * y, z: z)
  }
}
