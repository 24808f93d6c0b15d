#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  // Points and rectangles in pixels, and normalized to the picture or to a region of interest of it. All have their
  // origin at the lower left. In a picture or region without width or height, normalized numbers are not finite.

  /// The normalized picture.
  public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

  /// Whether a rectangle is the normalized picture.
  public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
    normalizedRect == VNNormalizedIdentityRect
  }

  // MARK: The whole picture

  /// A normalized point in pixels.
  public func VNImagePointForNormalizedPoint(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
  ) -> CGPoint {
    CGPoint(x: normalizedPoint.x * CGFloat(imageWidth), y: normalizedPoint.y * CGFloat(imageHeight))
  }

  /// A point in pixels, normalized.
  public func VNNormalizedPointForImagePoint(_ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: imagePoint.x / CGFloat(imageWidth), y: imagePoint.y / CGFloat(imageHeight))
  }

  /// A normalized rectangle in pixels.
  public func VNImageRectForNormalizedRect(_ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    VNImageRectForNormalizedRectUsingRegionOfInterest(
      normalizedRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
  }

  /// A rectangle in pixels, normalized.
  public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    VNNormalizedRectForImageRectUsingRegionOfInterest(imageRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
  }

  // MARK: A region of interest

  /// A point that is normalized to a region of interest, in pixels of the whole picture.
  public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
  ) -> CGPoint {
    let inPicture = CGPoint(x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height)
    return VNImagePointForNormalizedPoint(inPicture, imageWidth, imageHeight)
  }

  /// A point in pixels of the whole picture, normalized to a region of interest.
  public func VNNormalizedPointForImagePointUsingRegionOfInterest(
    _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
  ) -> CGPoint {
    let inPicture = VNNormalizedPointForImagePoint(imagePoint, imageWidth, imageHeight)
    return CGPoint(x: (inPicture.x - roi.minX) / roi.width, y: (inPicture.y - roi.minY) / roi.height)
  }

  /// A rectangle that is normalized to a region of interest, in pixels of the whole picture.
  public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
  ) -> CGRect {
    let origin = VNImagePointForNormalizedPointUsingRegionOfInterest(
      normalizedRect.origin, imageWidth, imageHeight, roi)
    return CGRect(
      x: origin.x, y: origin.y, width: normalizedRect.width * roi.width * CGFloat(imageWidth),
      height: normalizedRect.height * roi.height * CGFloat(imageHeight))
  }

  /// A rectangle in pixels of the whole picture, normalized to a region of interest.
  public func VNNormalizedRectForImageRectUsingRegionOfInterest(
    _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
  ) -> CGRect {
    let origin = VNNormalizedPointForImagePointUsingRegionOfInterest(imageRect.origin, imageWidth, imageHeight, roi)
    return CGRect(
      x: origin.x, y: origin.y, width: imageRect.width / CGFloat(imageWidth) / roi.width,
      height: imageRect.height / CGFloat(imageHeight) / roi.height)
  }
#endif
