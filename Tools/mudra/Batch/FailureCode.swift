import PixelImaging

/// What kept a picture from being answered, in the JSON of `mudra.result/1`. The names never change.
enum FailureCode: String, Sendable {
  /// There is no such file.
  case missing
  /// There is something that cannot be read: no permission, a folder, a pipe, a failing disk.
  case unreadable
  /// There are no bytes.
  case empty
  /// It is not a picture of a kind that is read.
  case unrecognized
  /// It ends too early.
  case truncated
  /// It violates its format.
  case damaged
  /// It is valid, but of a kind that is not supported by this build.
  case unsupported
  /// It exceeds a limit on pictures.
  case tooLarge
  /// The networks took longer than their limit.
  case timeout
  /// Anything else; nothing is known to be wrong with the picture.
  case `internal`
}

extension FailureCode {
  /// The code for a picture that cannot be decoded.
  init(_ error: ImageError) {
    self =
      switch error {
      case .cannotRead: .unreadable
      case .emptyFile: .empty
      case .unrecognizedFormat, .otherFile: .unrecognized
      case .truncated: .truncated
      case .damaged, .emptySize: .damaged
      case .codecMissing, .unsupported: .unsupported
      case .fileTooLarge, .tooLarge, .tooManySamples, .tooMuchMemory, .tooManyScans: .tooLarge
      default: .internal
      }
  }
}
