#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || WITHOUT_FOUNDATION)
  import Foundation
  import PixelImaging

  /// A picture by CoreImage's name: a bitmap or a buffer, which is not copied, and how it should be displayed. Filters
  /// are absent.
  public final class CIImage: Sendable {
    /// The bitmap that the picture was made of; nil for a buffer.
    public let cgImage: CGImage?
    /// The buffer that the picture was made of; nil for a bitmap.
    public let pixelBuffer: CVPixelBuffer?
    /// How the pixels are stored, relative to how the picture should be displayed. (Mudra's addition.)
    public let orientation: CGImagePropertyOrientation

    private init(_ cgImage: CGImage?, _ pixelBuffer: CVPixelBuffer?, _ orientation: CGImagePropertyOrientation) {
      self.cgImage = cgImage
      self.pixelBuffer = pixelBuffer
      self.orientation = orientation
    }

    /// A picture of a bitmap.
    public convenience init(cgImage: CGImage) {
      self.init(cgImage, nil, .up)
    }

    /// A picture of a buffer.
    public convenience init(cvPixelBuffer: CVPixelBuffer) {
      self.init(nil, cvPixelBuffer, .up)
    }

    /// A picture from the bytes of a PNG or JPEG file as they are stored; nil, as in CoreImage, if they cannot be
    /// decoded. `PixelImage(encoded:)` throws the reason.
    public convenience init?(data: Data) {
      guard let stored = try? PixelImage.stored(encoded: [UInt8](data)) else { return nil }
      self.init(cgImage: CGImage(stored.image))
    }

    /// A picture from a PNG or JPEG file as it is stored; nil, as in CoreImage, if it cannot be read.
    /// `PixelImage(contentsOfFile:)` throws the reason.
    public convenience init?(contentsOf url: URL) {
      guard let stored = try? PixelImage.stored(contentsOfFile: url.path) else { return nil }
      self.init(cgImage: CGImage(stored.image))
    }

    /// The same pixels, displayed as pixels with this orientation are.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
      CIImage(cgImage, pixelBuffer, self.orientation.followed(by: orientation))
    }

    /// Where the displayed picture lies: its size in pixels, at the origin.
    public var extent: CGRect {
      let width = cgImage?.width ?? pixelBuffer?.width ?? 0
      let height = cgImage?.height ?? pixelBuffer?.height ?? 0
      let size = orientation.isSideways ? (height, width) : (width, height)
      return CGRect(x: 0, y: 0, width: size.0, height: size.1)
    }
  }
#endif
