#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || WITHOUT_FOUNDATION)
  import Foundation
  import MudraPlatform
  import PixelImaging

  /// A picture with its orientation and scale, by UIKit's name.
  ///
  /// As in UIKit, the orientation that a file states is ``imageOrientation``, and the pixels are as they are stored.
  public final class UIImage: NSObject, Sendable {
    /// UIKit's name of `ImageOrientation`, whose raw values are UIKit's.
    public typealias Orientation = ImageOrientation

    /// The pixels as they are stored; nil for an empty picture.
    public let cgImage: CGImage?
    /// Pixels per point.
    public let scale: CGFloat
    /// How the pixels are stored, relative to how they should be displayed.
    public let imageOrientation: Orientation

    private init(_ cgImage: CGImage?, scale: CGFloat, orientation: Orientation) {
      self.cgImage = cgImage
      self.scale = scale > 0 && scale.isFinite ? scale : 1
      imageOrientation = orientation
    }

    /// An empty picture.
    public convenience override init() {
      self.init(nil, scale: 1, orientation: .up)
    }

    /// A picture of an upright bitmap.
    public convenience init(cgImage: CGImage) {
      self.init(cgImage, scale: 1, orientation: .up)
    }

    /// A picture of a bitmap. A scale that is not a positive number counts as 1.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
      self.init(Optional(cgImage), scale: scale, orientation: orientation)
    }

    // MARK: Files

    /// A picture from a PNG or JPEG file; nil, as in UIKit, if it cannot be read. `PixelImage(contentsOfFile:)` throws
    /// the reason.
    public convenience init?(contentsOfFile path: String) {
      guard let stored = try? PixelImage.stored(contentsOfFile: path) else { return nil }
      self.init(CGImage(stored.image), scale: 1, orientation: stored.orientation)
    }

    /// A picture from the bytes of a PNG or JPEG file; nil if they cannot be decoded.
    public convenience init?(data: Data) {
      self.init(data: data, scale: 1)
    }

    /// A picture from the bytes of a PNG or JPEG file; nil if they cannot be decoded.
    public convenience init?(data: Data, scale: CGFloat) {
      guard let stored = try? PixelImage.stored(encoded: [UInt8](data)) else { return nil }
      self.init(CGImage(stored.image), scale: scale, orientation: stored.orientation)
    }

    /// A picture from the resources of the program: a file of this name, or with `.png`; nil if there is none.
    public convenience init?(named name: String) {
      // Not by `Bundle`, which only finds the files that were there when it first looked.
      let paths = [name, "\(name).png"].compactMap { Bundle.main.resourceURL?.appendingPathComponent($0).path }
      guard let path = paths.first(where: { FileNames.isRegularFile($0) }) else { return nil }
      self.init(contentsOfFile: path)
    }

    // MARK: Size

    /// The size in points as displayed: sides are swapped for an orientation to the left or right.
    public var size: CGSize {
      guard let cgImage else { return CGSize.zero }
      let (width, height) = (CGFloat(cgImage.width) / scale, CGFloat(cgImage.height) / scale)
      return switch imageOrientation {
      case .up, .down, .upMirrored, .downMirrored: CGSize(width: width, height: height)
      case .left, .right, .leftMirrored, .rightMirrored: CGSize(width: height, height: width)
      }
    }
  }
#endif
