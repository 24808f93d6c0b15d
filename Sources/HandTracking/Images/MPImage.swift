import Foundation
import PixelImaging

/// A picture for a task, with its orientation.
///
/// The orientation is applied to where the task looks, never to the pixels: results are in the frame of the picture as
/// it is stored.
public final class MPImage: NSObject, Sendable {
  /// The pixels.
  public let image: Image
  /// How the pixels are stored, relative to how they are to be seen.
  public let orientation: ImageOrientation

  /// A picture from pixels.
  public init(image: Image, orientation: ImageOrientation = .up) {
    self.image = image
    self.orientation = orientation
  }

  /// A picture from a PNG or JPEG file. The orientation that a JPEG file states is applied to its pixels.
  public convenience init(contentsOfFile path: String) throws(TaskError) {
    let image: Image
    do {
      image = try Image(contentsOfFile: path)
    } catch {
      throw .image(error)
    }
    self.init(image: image)
  }

  /// The width in pixels.
  public var width: CGFloat { CGFloat(image.width) }

  /// The height in pixels.
  public var height: CGFloat { CGFloat(image.height) }
}
