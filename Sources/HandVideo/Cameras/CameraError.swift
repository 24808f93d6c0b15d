/// Why a camera cannot be used.
package enum CameraError: Error, Equatable, Sendable {
  /// The system refuses, with this error number.
  case system(Int32, reason: String)
  /// The device is none that captures video and streams it.
  case notACamera
  /// It has no format that is read.
  case noFormat
  /// It answers what makes no sense.
  case nonsense(String)
  /// It gave no frame for so many seconds.
  case noFrame(seconds: Int)
}

extension CameraError: CustomStringConvertible {
  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .system(_, let reason): reason
    case .notACamera: "is not a camera"
    case .noFormat: "the camera has none of the formats \(CameraMode.Format.names)"
    case .nonsense(let what): "the camera’s driver gives \(what)"
    case .noFrame(let seconds): "the camera gave no frame for \(seconds == 1 ? "1 second" : "\(seconds) seconds")"
    }
  }
}
