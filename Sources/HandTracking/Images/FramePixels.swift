import PixelImaging

/// The pixels of a picture or frame, as they came. Luma and chroma become colours when a task gets to them, so that
/// frames that are dropped cost nothing.
package enum FramePixels: Sendable {
  case image(PixelImage)
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

  /// The pixels as colours; luma and chroma are converted at each call.
  package var image: PixelImage {
    switch self {
    case .image(let image): image
    case .yuv(let picture): PixelImage(picture)
    }
  }
}
