/// The pixels of a picture or frame, as provided. Luma and chroma are converted when a task processes them, so that
/// dropped frames cost nothing.
package enum FramePixels: Sendable {
  /// Colors or gray.
  case image(PixelImage)
  /// Luma and chroma.
  case yuv(YUVImage)

  /// Pixels of a row.
  package var width: Int {
    switch self {
    case .image(let image): image.width
    case .yuv(let picture): picture.width
    }
  }

  /// Rows.
  package var height: Int {
    switch self {
    case .image(let image): image.height
    case .yuv(let picture): picture.height
    }
  }

  /// The pixels as colors; luma and chroma are converted at each call.
  package var image: PixelImage {
    switch self {
    case .image(let image): image
    case .yuv(let picture): PixelImage(picture)
    }
  }
}
