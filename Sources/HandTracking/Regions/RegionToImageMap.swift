import PixelImaging
import VisionTasks

/// Maps normalized coordinates of a region's crop to normalized coordinates of the picture.
///
/// For the palm detector, the region is the letterboxed one, so that this map both removes the letterbox and undoes the
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
  package func callAsFunction(_ point: PalmPoint) -> PalmPoint {
    PalmPoint(x: point.x * xx + point.y * xy + x0, y: point.x * yx + point.y * yy + y0)
  }

  /// The position in the picture of a box of the crop: the hull of its four corners.
  package func callAsFunction(_ box: PalmBox) -> PalmBox {
    let topLeft = self(PalmPoint(x: box.xMin, y: box.yMin))
    let topRight = self(PalmPoint(x: box.xMax, y: box.yMin))
    let bottomRight = self(PalmPoint(x: box.xMax, y: box.yMax))
    let bottomLeft = self(PalmPoint(x: box.xMin, y: box.yMax))
    let left = min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
    let top = min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
    let right = max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
    let bottom = max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
    return PalmBox(
      score: box.score, xMin: left, yMin: top, width: right - left, height: bottom - top, wrist: self(box.wrist),
      middleKnuckle: self(box.middleKnuckle))
  }
}
