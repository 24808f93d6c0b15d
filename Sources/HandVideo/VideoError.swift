import PixelImaging

/// Why frames cannot be read from a file, a folder or a camera, or not be written.
public struct VideoError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// There is no such file or camera.
    case missing(String)
    /// The system refuses, or gives nothing.
    case unreadable(String)
    /// It is not what it should be: not a video, not a camera, or damaged.
    case unusable(String)
    /// A program that is needed is not installed, or cannot be started.
    case programMissing(String)
    /// A picture or frame cannot be decoded.
    case image(ImageError)
    /// A Y4M clip cannot be read or written.
    case clip(Y4MError)
    /// A file cannot be written.
    case cannotWrite(String)
  }

  /// The file, the folder or the camera.
  public let path: String
  /// What is wrong with it.
  public let reason: Reason

  /// What is wrong with the file, folder or camera of a path.
  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension VideoError: CustomStringConvertible {
  /// A human-readable sentence, with the path.
  public var description: String { "\(path): \(reason)" }
}

extension VideoError.Reason: CustomStringConvertible {
  /// The sentence without the path.
  public var description: String {
    switch self {
    case .missing(let text), .unreadable(let text), .unusable(let text), .programMissing(let text): text
    case .cannotWrite(let text): "cannot be written: \(text)"
    case .image(let error): error.description
    case .clip(let error): error.description
    }
  }
}
