#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  extension VNError {
    /// The error of a task by Vision's code.
    convenience init(_ error: TaskError) {
      self.init(VNErrorCode(error), error.description, underlying: error)
    }
  }

  extension VNErrorCode {
    fileprivate init(_ error: TaskError) {
      self =
        switch error {
        case .image(let reason): VNErrorCode(reason)
        case .invalidThreadCount, .invalidThreshold, .invalidNumber, .invalidHandCount: .invalidArgument
        case .cancelled: .requestCancelled
        case .closed, .wrongRunningMode, .timestampNotIncreasing, .mirroredOrientation, .delegateNotOffered,
          .unavailableKernelProvider, .missingLiveStreamDelegate, .unexpectedLiveStreamDelegate, .invalidFrameBound:
          .internalError
        default: .invalidModel
        }
    }

    private init(_ error: ImageError) {
      self =
        switch error {
        case .cannotRead, .cannotWrite: .ioError
        case .fileTooLarge, .tooLarge, .tooManySamples, .tooMuchMemory, .outOfMemory: .outOfMemory
        case .unrecognizedFormat, .otherFile, .codecMissing, .unsupported, .wrongPlaneCount, .unsupportedPixelBuffer:
          .invalidFormat
        default: .invalidImage
        }
    }
  }
#endif
