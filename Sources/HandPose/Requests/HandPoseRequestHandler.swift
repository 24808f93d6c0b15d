import Foundation
import HandTracking

/// Performs requests on a picture, as Vision's `VNImageRequestHandler`.
public struct HandPoseRequestHandler: Sendable {
  /// A key of Vision's image options. There are none here, so that a dictionary of options is always empty.
  public enum ImageOption: Hashable, Sendable {}

  private enum Source: Sendable {
    case picture(MPImage)
    case file(path: String, ImageOrientation)
    case data(Data, ImageOrientation)
  }

  private let source: Source

  /// A handler of a picture.
  public init(image: MPImage) {
    source = .picture(image)
  }

  /// A handler of pixels. `orientation` says how they are stored, relative to how they are to be seen.
  public init(image: Image, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    source = .picture(MPImage(image: image, orientation: orientation))
  }

  /// A handler of a PNG or JPEG file, which is read when requests are performed. The orientation that a JPEG file states
  /// is applied to its pixels, before `orientation`.
  public init(url: URL, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    source = .file(path: url.path, orientation)
  }

  /// A handler of the bytes of a PNG or JPEG file, which are decoded when requests are performed.
  public init(data: Data, orientation: ImageOrientation = .up, options: [ImageOption: Any] = [:]) {
    source = .data(data, orientation)
  }

  /// Performs requests, one after the other. One that fails does not keep the others from being performed.
  ///
  /// - Throws: the first error. Mirrored orientations are errors.
  public func perform(_ requests: [HandPoseRequest]) throws(TaskError) {
    let picture = Result { () throws(TaskError) in try self.picture() }
    try HandPoseRequest.perform(requests) { (request) throws(TaskError) in
      try request.pictureDetector().observations(in: picture.get())
    }
  }

  private func picture() throws(TaskError) -> MPImage {
    do throws(ImageError) {
      switch source {
      case .picture(let picture): return picture
      case .file(let path, let orientation):
        return MPImage(image: try Image(contentsOfFile: path), orientation: orientation)
      case .data(let data, let orientation):
        return MPImage(image: try Image(encoded: [UInt8](data)), orientation: orientation)
      }
    } catch {
      throw .image(error)
    }
  }
}
