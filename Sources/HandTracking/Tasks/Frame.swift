import PixelImaging

/// A picture or video frame that was checked: its pixels, and the part of it that the palm detector looks at.
package struct Frame: Sendable {
  /// The pixels as they are stored.
  package let image: Image
  /// The whole picture, turned as its orientation says.
  package let input: Region

  /// A frame from a picture with its orientation; throws for the mirrored ones.
  package init(_ picture: MPImage) throws(TaskError) {
    image = picture.image
    input = try Region(inputOf: picture)
  }

  /// A frame from a picture that is upright.
  package init(_ image: Image) {
    self.image = image
    input = .input(imageWidth: image.width, imageHeight: image.height, clockwiseDegrees: 0)
  }
}
