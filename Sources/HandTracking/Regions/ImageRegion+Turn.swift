import PixelImaging

extension ImageRegion {
  /// The same part of a picture as a detector sees it when the picture is turned clockwise by `degrees` to be upright.
  ///
  /// The pixels are not turned: results stay in the frame of the picture as it is stored.
  /// - Precondition: `degrees` is a multiple of 90.
  package func turned(clockwiseDegrees degrees: Int, imageWidth: Int, imageHeight: Int) -> ImageRegion {
    precondition(degrees % 90 == 0, "a picture can be turned by multiples of 90 degrees only")
    let turn = Float(-Double(degrees) * Double.pi / 180)
    var turned = self
    turned.rotation = rotation == 0 ? turn : rotation + turn
    if degrees % 180 != 0 {
      let columns = Float(imageWidth)
      let rows = Float(imageHeight)
      turned.width = height * rows / columns
      turned.height = width * columns / rows
    }
    return turned
  }

  /// True if a point of the picture, in normalised coordinates, is in the region.
  package func contains(_ point: PalmPoint, imageWidth: Int, imageHeight: Int) -> Bool {
    let (columns, rows) = (Float(imageWidth), Float(imageHeight))
    let x = (point.x - centerX) * columns
    let y = (point.y - centerY) * rows
    let cosine = CorrectlyRounded.cosine(rotation)
    let sine = CorrectlyRounded.sine(rotation)
    return abs(x * cosine + y * sine) <= width * columns / 2 && abs(y * cosine - x * sine) <= height * rows / 2
  }
}
