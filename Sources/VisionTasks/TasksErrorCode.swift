import TFLiteFormat

/// The numbers of MediaPipe's errors. 1 to 16 equal the status codes of its C++ layer.
public enum TasksErrorCode: UInt, Sendable, Hashable, Codable, CaseIterable {
  case cancelledError = 1
  case unknownError = 2
  case invalidArgumentError = 3
  case deadlineExceededError = 4
  case notFoundError = 5
  case alreadyExistsError = 6
  case permissionDeniedError = 7
  case resourceExhaustedError = 8
  case failedPreconditionError = 9
  case abortedError = 10
  case outOfRangeError = 11
  case unimplementedError = 12
  case internalError = 13
  case unavailableError = 14
  case dataLossError = 15
  case unauthenticatedError = 16
  case audioRecordPermissionDeniedError = 17
  case audioRecordPermissionUndeterminedError = 18
  case audioRecordWaitingForNewMicInputError = 19
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
