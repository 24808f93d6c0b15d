import PixelImaging

extension ImageRegion {
  /// The area of the intersection over the area of the union of two regions as if they were not rotated, in normalized
  /// coordinates; 0 for disjoint regions and for an empty union.
  ///
  /// MediaPipe's measure for whether a detection is already being tracked.
  package func uprightIntersectionOverUnion(_ other: ImageRegion) -> Float {
    let (left, top) = (centerX - width / 2, centerY - height / 2)
    let (right, bottom) = (left + width, top + height)
    let (otherLeft, otherTop) = (other.centerX - other.width / 2, other.centerY - other.height / 2)
    let (otherRight, otherBottom) = (otherLeft + other.width, otherTop + other.height)
    if otherRight < left || right < otherLeft || otherBottom < top || bottom < otherTop {
      return 0
    }
    let intersection = (min(right, otherRight) - max(left, otherLeft)) * (min(bottom, otherBottom) - max(top, otherTop))
    let union =
      (right - left) * (bottom - top) + (otherRight - otherLeft) * (otherBottom - otherTop) - intersection
    return union > 0 ? intersection / union : 0
  }

  /// The region made square by its longer side in pixels, scaled by `scale`, and shifted along its own vertical axis by
  /// `shift` times its height; the rotation stays.
  ///
  /// The shift is relative to the original height. The result is not clipped to the picture.
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

  /// True for the region that means "nothing": no width and no height.
  package var isEmpty: Bool {
    width == 0 && height == 0
  }

  /// The same region of a picture as a detector sees it if the picture is rotated clockwise by `degrees` to be upright.
  ///
  /// The pixels are not rotated: results stay in the frame of the stored picture.
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

  /// True if a point of the picture, in normalized coordinates, is in the region.
  package func contains(x: Float, y: Float, imageWidth: Int, imageHeight: Int) -> Bool {
    let (columns, rows) = (Float(imageWidth), Float(imageHeight))
    let across = (x - centerX) * columns
    let down = (y - centerY) * rows
    let cosine = CorrectlyRounded.cosine(rotation)
    let sine = CorrectlyRounded.sine(rotation)
    return abs(across * cosine + down * sine) <= width * columns / 2
      && abs(down * cosine - across * sine) <= height * rows / 2
  }
}
