import TFLiteFormat

extension FormatError {
  /// MediaPipe's code for a bundle or network that cannot be read.
  package var tasksErrorCode: TasksErrorCode {
    switch self {
    case .cannotOpen, .missingEntry: .notFoundError
    case .archive: .unknownError
    case .fileTooLarge, .outOfRange, .flatBuffer, .model, .tensor, .operation, .metadata: .invalidArgumentError
    }
  }

  /// True if the description names the file already.
  package var tellsPath: Bool {
    if case .cannotOpen = self { true } else { false }
  }
}
