/// Maps normalized coordinates of a region's crop to normalized coordinates of the picture.
///
/// For a detector, the region is the letterboxed one, so that this map both removes the letterbox and undoes the
/// region's rotation.
package struct RegionToImageMap: Sendable, Hashable {
  private let xx, xy, x0: Float
  private let yx, yy, y0: Float

  /// The map of a region in pixels (after letterboxing) of a picture of this size.
  package init(
    centerX: Float, centerY: Float, width: Float, height: Float, rotation: Float, imageWidth: Int, imageHeight: Int
  ) {
    let cosine = CorrectlyRounded.cosine(rotation)
    let sine = CorrectlyRounded.sine(rotation)
    let perColumn = 1 / Float(imageWidth)
    let perRow = 1 / Float(imageHeight)
    xx = width * cosine * perColumn
    xy = -height * sine * perColumn
    x0 = (-0.5 * width * cosine + 0.5 * height * sine + centerX) * perColumn
    yx = width * sine * perRow
    yy = height * cosine * perRow
    y0 = (-0.5 * height * cosine - 0.5 * width * sine + centerY) * perRow
  }

  /// The position in the picture of a point of the crop.
  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(point.x * xx + point.y * xy + x0, point.x * yx + point.y * yy + y0)
  }

  /// The position in the picture of a box of the crop: the hull of its four corners, and its first keypoints.
  package func callAsFunction(_ box: KeypointBox, keypointCount: Int) -> KeypointBox {
    let topLeft = self(SIMD2(box.xMin, box.yMin))
    let topRight = self(SIMD2(box.xMax, box.yMin))
    let bottomRight = self(SIMD2(box.xMax, box.yMax))
    let bottomLeft = self(SIMD2(box.xMin, box.yMax))
    let left = min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
    let top = min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
    let right = max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
    let bottom = max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
    var mapped = KeypointBox(score: box.score, xMin: left, yMin: top, width: right - left, height: bottom - top)
    for keypoint in 0..<keypointCount {
      mapped[keypoint: keypoint] = self(box[keypoint: keypoint])
    }
    return mapped
  }
}
