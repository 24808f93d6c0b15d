#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// Vision's codes for what can go wrong. The raw values are Vision's.
  public enum VNErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// Creating a model failed. Never happens here.
    case turiCoreErrorCode = -1
    /// Nothing is wrong.
    case OK = 0
    /// The request was cancelled.
    case requestCancelled = 1
    /// The picture is of a kind that is not supported.
    case invalidFormat = 2
    /// The operation failed.
    case operationFailed = 3
    /// Something was accessed out of its bounds.
    case outOfBoundsError = 4
    /// An option is not valid.
    case invalidOption = 5
    /// A file cannot be read.
    case ioError = 6
    /// An option is missing.
    case missingOption = 7
    /// The operation does not exist.
    case notImplemented = 8
    /// An error without a code of its own.
    case internalError = 9
    /// There is not enough memory, or the picture may not take as much.
    case outOfMemory = 10
    /// An unknown error.
    case unknownError = 11
    /// The operation is not possible now.
    case invalidOperation = 12
    /// The picture is damaged, or has no pixels.
    case invalidImage = 13
    /// A value is out of its range.
    case invalidArgument = 14
    /// The model is missing or damaged.
    case invalidModel = 15
    /// There is no such revision of the request.
    case unsupportedRevision = 16
    /// Data is not available.
    case dataUnavailable = 17
    /// There is no frame of that time.
    case timeStampNotFound = 18
    /// The request is of a kind that is not supported.
    case unsupportedRequest = 19
    /// The operation took too long.
    case timeout = 20
    /// The request has no such stage.
    case unsupportedComputeStage = 21
    /// A stage does not run on such a device.
    case unsupportedComputeDevice = 22
  }
#endif
