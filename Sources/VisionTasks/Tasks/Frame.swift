import PixelImaging

/// A picture or video frame that was checked: its pixels, how they are turned, and where the task looks.
package struct Frame: Sendable {
  /// The pixels as they are stored.
  package let pixels: FramePixels
  /// Where the task looks.
  package let search: ImageSearch
  private let clockwiseDegrees: Int

  /// A frame from a picture with its orientation; throws for the mirrored ones if nothing is known of mirrors, and for
  /// regions without an area.
  package init(_ picture: MPImage, facts: InputFacts) throws(TaskError) {
    guard !picture.orientation.isMirrored || facts.isMirrored != nil else {
      throw .mirroredOrientation(picture.orientation)
    }
    try picture.search.check()
    pixels = picture.pixels
    search = picture.search
    clockwiseDegrees = picture.orientation.clockwiseDegrees
  }

  /// A frame from a picture that is upright.
  package init(_ image: PixelImage) {
    pixels = .image(image)
    search = .everywhere
    clockwiseDegrees = 0
  }

  /// A region of the picture as the detector looks at it: turned as the picture is.
  package func input(of region: ImageRegion) -> ImageRegion {
    region.turned(clockwiseDegrees: clockwiseDegrees, imageWidth: pixels.width, imageHeight: pixels.height)
  }

  /// The rotation of what the detector looks at, in radians.
  package var rotation: Float { input(of: .full).rotation }
}
