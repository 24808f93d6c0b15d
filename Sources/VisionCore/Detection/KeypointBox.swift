/// A box with keypoints, as a ``KeypointDetector`` finds it.
///
/// Coordinates are normalized to the picture. (Inside the detector they are normalized to its input.)
package struct KeypointBox: Sendable, Hashable {
  /// The probability of an object.
  package var score: Float
  /// The left edge.
  package var xMin: Float
  /// The upper edge.
  package var yMin: Float
  /// The width; at least 0.
  package var width: Float
  /// The height; at least 0.
  package var height: Float
  /// x and y of up to eight keypoints, one after another, so that a box needs no memory of its own; 0 beyond the last.
  package var keypoints: SIMD16<Float>

  /// A box from its components.
  package init(
    score: Float, xMin: Float, yMin: Float, width: Float, height: Float, keypoints: SIMD16<Float> = .zero
  ) {
    self.score = score
    self.xMin = xMin
    self.yMin = yMin
    self.width = width
    self.height = height
    self.keypoints = keypoints
  }

  /// The right edge.
  package var xMax: Float { xMin + width }

  /// The lower edge.
  package var yMax: Float { yMin + height }

  /// The center.
  package var center: SIMD2<Float> { SIMD2(xMin + width / 2, yMin + height / 2) }

  /// The position of a keypoint.
  package subscript(keypoint index: Int) -> SIMD2<Float> {
    get { SIMD2(keypoints[2 * index], keypoints[2 * index + 1]) }
    set { (keypoints[2 * index], keypoints[2 * index + 1]) = (newValue.x, newValue.y) }
  }

  /// The area of the intersection over the area of the union; 0 for disjoint boxes and for an empty union.
  package func intersectionOverUnion(_ other: KeypointBox) -> Float {
    if other.xMax < xMin || xMax < other.xMin || other.yMax < yMin || yMax < other.yMin {
      return 0
    }
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    let intersection = width * height
    let union =
      (xMax - xMin) * (yMax - yMin) + (other.xMax - other.xMin) * (other.yMax - other.yMin) - intersection
    return union > 0 ? intersection / union : 0
  }
}
