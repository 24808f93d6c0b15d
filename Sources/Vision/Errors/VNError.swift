#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// The domain of Vision's errors.
  public let VNErrorDomain = "com.apple.vis"

  /// What went wrong, as an `NSError` of Vision's domain with one of Vision's codes.
  ///
  /// The name is Mudra's: with Apple's Vision, errors are plain `NSError`s. Code that reads their domain and code works
  /// with these too. `underlyingError` is Mudra's typed error, if there is one.
  public final class VNError: NSError, @unchecked Sendable {
    /// An error with a code and a sentence that says what was found and expected.
    public init(_ code: VNErrorCode, _ message: String, underlying: (any Error)? = nil) {
      var info: [String: Any] = [NSLocalizedDescriptionKey: message]
      info[NSUnderlyingErrorKey] = underlying
      super.init(domain: VNErrorDomain, code: code.rawValue, userInfo: info)
    }

    /// An error from an archive.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
    }

    /// Vision's code.
    public var errorCode: VNErrorCode { VNErrorCode(rawValue: code) ?? .unknownError }

    /// Mudra's error, a `TaskError` or `HandPoseError`; nil if this error has no other cause.
    public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
  }
#endif
