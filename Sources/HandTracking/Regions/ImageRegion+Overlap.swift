import PixelImaging

extension ImageRegion {
  /// Area of the intersection over area of the union of two regions as if they were not rotated, in normalised
  /// coordinates; 0 for regions apart and for an empty union.
  ///
  /// MediaPipe's measure for whether a detected hand is one that is followed already.
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
}
