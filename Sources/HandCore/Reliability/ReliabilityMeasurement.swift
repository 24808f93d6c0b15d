import PixelImaging
import VisionCore

/// Compares the landmarks of a hand with those of a second run in another region.
enum ReliabilityMeasurement {
  /// A hand that is followed through a video is seen a second time in one of this many frames.
  static let interval = 5
  /// How the second region differs from where the landmarks say that the hand is: larger, moved along the hand by a
  /// part of its height, and turned by radians.
  static let (scale, shift, turn): (Float, Float, Float) = (1.1, 0.05, 0.26)

  /// Overwrites how reliable landmarks are.
  ///
  /// - Parameters:
  ///   - second: the landmarks that the second run found; nil if it found none.
  ///   - pixels: what x, y and z are multiplied by to be in pixels.
  static func update(
    _ reliability: inout [LandmarkReliability], _ first: [NormalizedLandmark], _ second: [NormalizedLandmark]?,
    scaledBy pixels: SIMD3<Float>
  ) {
    let palm = first.palmLength(scaledBy: pixels)
    reliability.removeAll(keepingCapacity: true)
    for (index, landmark) in first.enumerated() {
      let distance = second.map { landmark.distance(to: $0[index], scaledBy: pixels) } ?? .infinity
      reliability.append(LandmarkReliability(spread: distance / palm))
    }
  }
}

extension NormalizedLandmark {
  /// The distance in the picture to another one.
  fileprivate func distance(to other: NormalizedLandmark, scaledBy scale: SIMD3<Float>) -> Float {
    let (across, down) = ((x - other.x) * scale.x, (y - other.y) * scale.y)
    return (across * across + down * down).squareRoot()
  }
}

extension ImageRegion {
  /// Where a hand is looked at a second time, to be compared with what was found in the region that its landmarks make.
  package init(comparedWith region: ImageRegion, imageWidth: Int, imageHeight: Int) {
    self = region.transformed(
      scale: ReliabilityMeasurement.scale, shift: ReliabilityMeasurement.shift, imageWidth: imageWidth,
      imageHeight: imageHeight)
    rotation += ReliabilityMeasurement.turn
  }
}
