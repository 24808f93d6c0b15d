import AppleImages
import PixelImaging

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// A picture for a task, with its orientation.
///
/// The orientation is applied to where the task searches, never to the pixels: results are in the frame of the stored
/// picture. A picture can also be created from a `UIImage`, a `CVPixelBuffer` or a `CMSampleBuffer`: Apple's types, or
/// those of the product `AppleImages` on other systems.
public final class MPImage: NSObject {
  package let pixels: FramePixels
  /// How the pixels are stored, relative to how they should be displayed.
  public let orientation: ImageOrientation
  /// What the picture was created from.
  package let source: ImageSource
  /// Where the task searches. (Mudra's addition.)
  public let search: ImageSearch

  package init(
    _ pixels: FramePixels, orientation: ImageOrientation, source: ImageSource = .pixels,
    search: ImageSearch = .everywhere
  ) {
    self.pixels = pixels
    self.orientation = orientation
    self.source = source
    self.search = search
  }

  /// The same picture with another search.
  public convenience init(_ picture: MPImage, search: ImageSearch) {
    self.init(picture.pixels, orientation: picture.orientation, source: picture.source, search: search)
  }

  /// A picture from pixels: RGB, RGBA, BGR, BGRA or gray. They are not copied.
  public convenience init(image: PixelImage, orientation: ImageOrientation = .up, search: ImageSearch = .everywhere) {
    self.init(.image(image), orientation: orientation, search: search)
  }

  /// A picture from luma and chroma: NV12, I420 or YUYV. They are not copied; a task converts them when it processes
  /// the picture, which temporarily takes four bytes per pixel.
  public convenience init(yuvImage: YUVImage, orientation: ImageOrientation = .up) {
    self.init(.yuv(yuvImage), orientation: orientation)
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

  /// The same as `orientation`, for a module with a property of that name.
  package var imageOrientation: ImageOrientation { orientation }

  /// What the picture was created from.
  public var imageSourceType: MPImageSourceType {
    switch source {
    case .pixelBuffer: .pixelBuffer
    case .sampleBuffer: .sampleBuffer
    default: .image
    }
  }

  /// The pixels. Luma and chroma are converted on each use.
  public var pixelImage: PixelImage { pixels.image }

  /// The same as ``pixelImage``. With `import MediaPipeTasksVision`, MediaPipe's property of this name replaces it.
  public var image: PixelImage { pixelImage }

  /// The width in pixels.
  public var width: CGFloat { CGFloat(pixels.width) }

  /// The height in pixels.
  public var height: CGFloat { CGFloat(pixels.height) }
}

#if WITHOUT_FOUNDATION
  // Only Foundation's own `NSObject` may be the superclass of a checked one.
  extension MPImage: @unchecked Sendable {}
#else
  extension MPImage: Sendable {}
#endif

/// What an ``MPImage`` was created from. The raw values are MediaPipe's.
public enum MPImageSourceType: Int, Sendable, Hashable, Codable, CaseIterable {
  /// A picture: a file, pixels in memory, a `UIImage`.
  case image
  /// A `CVPixelBuffer`.
  case pixelBuffer
  /// A `CMSampleBuffer`.
  case sampleBuffer
}

/// What an ``MPImage`` was created from. The objects are only handed back; Apple's do not say that threads may share
/// them.
package enum ImageSource: @unchecked Sendable {
  /// Pixels in memory, or a file.
  case pixels
  #if !os(macOS) && !WITHOUT_FOUNDATION
    /// UIKit's picture.
    case uiImage(UIImage)
  #endif
  /// CoreVideo's buffer.
  case pixelBuffer(CVPixelBuffer)
  /// CoreMedia's frame.
  case sampleBuffer(CMSampleBuffer)
}
