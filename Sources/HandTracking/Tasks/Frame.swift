import PixelImaging

/// A picture or video frame that was checked: its pixels, and the part of it that the palm detector looks at.
package struct Frame: Sendable {
  /// The pixels as they are stored.
  package let pixels: FramePixels
  /// The whole picture, turned as its orientation says.
  package let input: Region

  /// A frame from a picture with its orientation; throws for the mirrored ones.
  package init(_ picture: MPImage) throws(TaskError) {
    pixels = picture.pixels
    input = try Region(inputOf: picture)
  }

  /// A frame from a picture that is upright.
  package init(_ image: Image) {
    pixels = .image(image)
    input = .input(imageWidth: image.width, imageHeight: image.height, clockwiseDegrees: 0)
  }
}
