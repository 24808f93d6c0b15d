import Foundation
import PixelImaging

/// A picture for a task, with its orientation.
///
/// The orientation is applied to where the task searches, never to the pixels: results are in the frame of the stored
/// picture. On Apple's systems, a picture can also be created from a `CVPixelBuffer`, a `CMSampleBuffer` or a
/// `UIImage`.
public final class MPImage: NSObject, Sendable {
  package let pixels: FramePixels
  /// How the pixels are stored, relative to how they should be displayed.
  public let orientation: ImageOrientation
  /// What the picture was created from.
  public let imageSourceType: MPImageSourceType
  /// Where the task searches. (Mudra's addition.)
  public let search: ImageSearch

  package init(
    _ pixels: FramePixels, orientation: ImageOrientation, sourceType: MPImageSourceType,
    search: ImageSearch = .everywhere
  ) {
    self.pixels = pixels
    self.orientation = orientation
    imageSourceType = sourceType
    self.search = search
  }

  /// The same picture with another search.
  public convenience init(_ picture: MPImage, search: ImageSearch) {
    self.init(
      picture.pixels, orientation: picture.orientation, sourceType: picture.imageSourceType, search: search)
  }

  /// A picture from pixels: RGB, RGBA, BGR, BGRA or gray. They are not copied.
  public convenience init(image: PixelImage, orientation: ImageOrientation = .up, search: ImageSearch = .everywhere) {
    self.init(.image(image), orientation: orientation, sourceType: .image, search: search)
  }

  /// A picture from luma and chroma: NV12, I420 or YUYV. They are not copied; a task converts them when it processes
  /// the picture, which temporarily takes four bytes per pixel.
  public convenience init(yuvImage: YUVImage, orientation: ImageOrientation = .up) {
    self.init(.yuv(yuvImage), orientation: orientation, sourceType: .image)
  }

  /// A picture from a PNG or JPEG file. The orientation stated in a JPEG file is applied to its pixels.
  ///
  /// - Throws: `TaskError.image` for a file that cannot be read.
  public convenience init(contentsOfFile path: String) throws(TaskError) {
    let image: PixelImage
    do {
      image = try PixelImage(contentsOfFile: path)
    } catch {
      throw .image(error)
    }
    self.init(image: image)
  }

  /// The pixels. Luma and chroma are converted on each use.
  public var image: PixelImage { pixels.image }

  /// The width in pixels.
  public var width: CGFloat { CGFloat(pixels.width) }

  /// The height in pixels.
  public var height: CGFloat { CGFloat(pixels.height) }
}

/// What an ``MPImage`` was created from. The raw values are MediaPipe's.
public enum MPImageSourceType: UInt, Sendable, Hashable, Codable, CaseIterable {
  /// A picture: a file, pixels in memory, a `UIImage`.
  case image
  /// A `CVPixelBuffer`.
  case pixelBuffer
  /// A `CMSampleBuffer`.
  case sampleBuffer
}

/// The pixels of a picture or frame, as provided. Luma and chroma are converted when a task processes them, so that
/// dropped frames cost nothing.
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

  /// The pixels as colors; luma and chroma are converted at each call.
  package var image: PixelImage {
    switch self {
    case .image(let image): image
    case .yuv(let picture): PixelImage(picture)
    }
  }
}
