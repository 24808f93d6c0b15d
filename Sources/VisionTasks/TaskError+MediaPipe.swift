import VisionCore

#if WITHOUT_FOUNDATION
  import AppleImages
#else
  import Foundation
#endif

extension TaskError: LocalizedError {
  /// The sentence of MediaPipe's iOS framework for the same error, if it has one; otherwise `description`.
  public var errorDescription: String? { mediaPipeDescription ?? description }

  /// The same as `description`, which names what was found and what was expected.
  public var failureReason: String? { description }
}

#if !WITHOUT_FOUNDATION
  extension TaskError: CustomNSError {
    /// MediaPipe's error domain.
    public static var errorDomain: String { "com.google.mediapipe.tasks" }

    /// The number of ``code``.
    public var errorCode: Int { Int(code.rawValue) }

    /// What `localizedDescription` and `localizedFailureReason` say.
    public var errorUserInfo: [String: Any] {
      [
        NSLocalizedDescriptionKey: mediaPipeDescription ?? description,
        NSLocalizedFailureReasonErrorKey: description,
      ]
    }
  }
#endif

extension TaskError {
  /// What MediaPipe's iOS framework says in the same case, word for word, for code and tests that compare it; nil where
  /// it has no such case, or leaves the words to its C++ layer.
  var mediaPipeDescription: String? {
    switch self {
    case .unexpectedLiveStreamDelegate:
      "The vision task is in image or video mode. The delegate must not be set in the task's options."
    case .missingLiveStreamDelegate:
      "The vision task is in live stream mode. An object must be set as the delegate of the task in its options "
        + "to ensure asynchronous delivery of results."
    case .wrongRunningMode(let required, let current):
      "The vision task is not initialized with \(required.description.lowercased()) mode. "
        + "Current Running Mode: \(current)"
    case .timestampNotIncreasing:
      "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
    case .mirroredOrientation:
      "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored orientations "
        + "(`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,`UIImageOrientationLeftMirrored`,"
        + "`UIImageOrientationRightMirrored`)"
    case .image(.noBitmap):
      "Image does not have a valid underlying CGImage. image.CGImage must be non nil."
    default:
      nil
    }
  }
}
