#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// What went wrong in a request of the Swift API, with a sentence that says what was found and expected.
  public enum VisionError: Error, Sendable, Hashable {
    /// The request was cancelled.
    case requestCancelled(String)
    /// The picture is of a kind that is not supported.
    case invalidFormat(String)
    /// The operation failed.
    case operationFailed(String)
    /// A file cannot be read.
    case ioError(String)
    /// An error without a case of its own.
    case internalError(String)
    /// There is not enough memory, or the picture may not take as much.
    case outOfMemory(String)
    /// The picture is damaged, or has no pixels.
    case invalidImage(String)
    /// A value is out of its range.
    case invalidArgument(String)
    /// The model is missing or damaged.
    case invalidModel(String)
    /// The request is of a kind that is not supported.
    case unsupportedRequest(String)

    init(_ error: VNError) {
      let message = error.localizedDescription
      self =
        switch error.errorCode {
        case .requestCancelled: .requestCancelled(message)
        case .invalidFormat: .invalidFormat(message)
        case .ioError: .ioError(message)
        case .outOfMemory: .outOfMemory(message)
        case .invalidImage: .invalidImage(message)
        case .invalidArgument: .invalidArgument(message)
        case .invalidModel: .invalidModel(message)
        case .unsupportedRequest: .unsupportedRequest(message)
        default: .internalError(message)
        }
    }
  }

  extension VisionError: LocalizedError, CustomStringConvertible {
    /// The sentence.
    public var description: String {
      switch self {
      case .requestCancelled(let message), .invalidFormat(let message), .operationFailed(let message),
        .ioError(let message), .internalError(let message), .outOfMemory(let message), .invalidImage(let message),
        .invalidArgument(let message), .invalidModel(let message), .unsupportedRequest(let message):
        message
      }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
  }
#endif
