import TFLiteFormat

/// The numbers of MediaPipe's errors. 1 to 16 equal the status codes of its C++ layer.
public enum TasksErrorCode: UInt, Sendable, Hashable, Codable, CaseIterable {
  /// The call was cancelled.
  case cancelledError = 1
  /// An error of no other kind.
  case unknownError = 2
  /// An argument or a file is invalid.
  case invalidArgumentError = 3
  /// The time limit has passed.
  case deadlineExceededError = 4
  /// A file is missing.
  case notFoundError = 5
  /// What should be created is there already.
  case alreadyExistsError = 6
  /// The system denies the permission.
  case permissionDeniedError = 7
  /// There is too little of a resource, such as memory.
  case resourceExhaustedError = 8
  /// The task is in a state that does not allow the call.
  case failedPreconditionError = 9
  /// The call was aborted.
  case abortedError = 10
  /// A number is out of its range.
  case outOfRangeError = 11
  /// The feature is not implemented.
  case unimplementedError = 12
  /// A fault of the library.
  case internalError = 13
  /// A service is unavailable.
  case unavailableError = 14
  /// Data is lost or damaged.
  case dataLossError = 15
  /// The caller is not authenticated.
  case unauthenticatedError = 16
  /// Recording audio is not permitted. No task here returns it.
  case audioRecordPermissionDeniedError = 17
  /// Whether audio may be recorded is unknown. No task here returns it.
  case audioRecordPermissionUndeterminedError = 18
  /// The microphone has no new input. No task here returns it.
  case audioRecordWaitingForNewMicInputError = 19
  /// The microphone is not tapped. No task here returns it.
  case audioRecordNotTappingMicError = 20

  /// The lowest number.
  public static let first = cancelledError
  /// The highest number.
  public static let last = audioRecordNotTappingMicError
}

extension FormatError {
  /// MediaPipe's code for a bundle or network that cannot be read.
  package var tasksErrorCode: TasksErrorCode {
    switch self {
    case .cannotOpen, .missingEntry: .notFoundError
    case .archive, .otherFile: .unknownError
    case .fileTooLarge, .outOfRange, .flatBuffer, .model, .tensor, .operation, .metadata, .tooSlow,
      .waitedTooLong:
      .invalidArgumentError
    }
  }

  /// True if the description already names the file.
  package var tellsPath: Bool {
    if case .cannotOpen = self { true } else { false }
  }
}
