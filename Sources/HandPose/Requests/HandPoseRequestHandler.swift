import Foundation
import HandTracking

/// Performs requests on a picture, like Vision's `VNImageRequestHandler`.
public struct HandPoseRequestHandler: Sendable {
  /// A key of Vision's image options. There are none here, so a dictionary of options is always empty.
  public enum ImageOption: Hashable, Sendable {}

  /// Reads the picture, when requests are performed.
  private let picture: @Sendable () throws(TaskError) -> MPImage

  /// A handler of a picture.
  public init(image: MPImage) {
    picture = { image }
  }

  /// A handler of a picture, or of the reason why there is none, which is thrown when requests are performed.
  init(_ picture: Result<MPImage, TaskError>) {
    self.picture = { () throws(TaskError) in try picture.get() }
  }

  private init(orientation: ImageOrientation, reading read: @escaping @Sendable () throws(ImageError) -> PixelImage) {
    picture = { () throws(TaskError) in
      do throws(ImageError) {
        return MPImage(image: try read(), orientation: orientation)
      } catch {
        throw .image(error)
      }
    }
  }

  /// A handler of pixels. `orientation` says how they are stored, relative to how they should be displayed.
  public init(image: PixelImage, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    self.init(image: MPImage(image: image, orientation: orientation))
  }

  /// A handler of a PNG or JPEG file, which is read when requests are performed. The orientation stated in a JPEG file
  /// is applied to its pixels before `orientation`.
  public init(url: URL, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    self.init(orientation: orientation) { () throws(ImageError) in try PixelImage(contentsOfFile: url.path) }
  }

  /// A handler of the bytes of a PNG or JPEG file, which are decoded when requests are performed.
  public init(data: Data, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    self.init(orientation: orientation) { () throws(ImageError) in try PixelImage(encoded: [UInt8](data)) }
  }

  /// Performs requests, one after another. One that fails does not prevent the others.
  ///
  /// - Throws: the first error. Mirrored orientations are errors.
  public func perform(_ requests: [HandPoseRequest]) throws(TaskError) {
    let picture = Result { () throws(TaskError) in try self.picture() }
    try HandPoseRequest.perform(requests) { (request) throws(TaskError) in
      try request.pictureDetector().observations(in: picture.get())
    }
  }
}
