import MudraPlatform
import TFLiteFormat
import VisionTasks

/// Why a call from C fails: MediaPipe's status and a text.
struct CallFailure: Error {
  /// A status other than 0.
  let status: TasksErrorCode
  /// What is wrong, in MediaPipe's words where it has some.
  let text: String

  init(_ status: TasksErrorCode, _ text: String) {
    self.status = status
    self.text = text
  }

  static func invalid(_ text: String) -> CallFailure { CallFailure(.invalidArgumentError, text) }

  /// No memory for what C would get.
  static let noMemory = CallFailure(.resourceExhaustedError, "There is not enough memory for the result")

  /// The failure of a task.
  init(_ error: TaskError) {
    if case .unreadableBundle(let path, .cannotOpen) = error, FileNames.isFolder(path) {
      self.init(.unknownError, "Unable to map file to memory buffer, errno=12")
      return
    }
    let text =
      switch error {
      case .wrongRunningMode(let required, let current): Self.wrongMode(required, current)
      case .timestampNotIncreasing: Self.lateFrame
      case .unreadableBundle(let path, .cannotOpen): "Unable to open file at \(path)"
      case .unreadableBundle(_, .archive), .unreadableBundle(_, .otherFile): "Unable to open zip archive."
      case .unreadableBundle(_, .missingEntry(let name, let others)):
        "No file with name: \(name). All files in the model asset bundle are: "
          + others.reversed().joined(separator: ", ") + "."
      default: error.description
      }
    self.init(error.code, text)
  }

  /// A frame that is not after the last one.
  static let lateFrame = "Input timestamp must be monotonically increasing."

  /// A call that belongs to another running mode.
  static func wrongMode(_ required: RunningMode, _ current: RunningMode) -> String {
    "Task is not initialized with the \(required.lowercased) mode. Current running mode:\(current.lowercased) mode"
  }
}

extension RunningMode {
  fileprivate var lowercased: String {
    switch self {
    case .image: "image"
    case .video: "video"
    case .liveStream: "live stream"
    }
  }
}
