import TFLiteFormat

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Why a model of motions cannot be read.
public enum MotionModelError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case cannotRead(path: String, reason: String)
  /// It is not a file of motions.
  case otherFile
  /// Its version is not the one that this library reads.
  case version(found: Int, expected: Int)
  /// Its bytes have changed, or there are too few or too many of them.
  case checksum
  /// Something in it cannot be.
  case damaged(reason: String)
}

extension MotionModelError: CustomStringConvertible {
  /// A human-readable sentence.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "\(path.printable) cannot be read: \(reason)"
    case .otherFile: "it is not a file of motions"
    case .version(let found, let expected): "its version is \(found), expected \(expected)"
    case .checksum: "its checksum is wrong: it is cut short or has changed"
    case .damaged(let reason): reason
    }
  }
}

extension MotionModelError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
