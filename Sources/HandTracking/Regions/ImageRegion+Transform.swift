import PixelImaging

extension ImageRegion {
  /// The region made square by its longer side in pixels, `scale` times larger, and shifted along its own vertical
  /// axis by `shift` times its height; the rotation stays.
  ///
  /// The shift is measured with the height as it was. The result is not clipped to the picture.
  package func transformed(scale: Float, shift: Float, imageWidth: Int, imageHeight: Int) -> ImageRegion {
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    var moved = self
    if rotation == 0 {
      moved.centerY = centerY + height * shift
    } else {
      let cosine = CorrectlyRounded.cosine(rotation)
      let sine = CorrectlyRounded.sine(rotation)
      let across: Float = columns * width * 0
      let along: Float = rows * height * shift
      moved.centerX = centerX + (across * cosine - along * sine) / columns
      moved.centerY = centerY + (across * sine + along * cosine) / rows
    }
    let side = max(width * columns, height * rows)
    moved.width = side / columns * scale
    moved.height = side / rows * scale
    return moved
  }

  /// True for the region that stands for "nothing": no width and no height.
  package var isEmpty: Bool {
    width == 0 && height == 0
  }
}
