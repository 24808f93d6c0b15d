#if !WITHOUT_FOUNDATION
  import Foundation

  /// What a recording says before its frames: with which options and model it was made.
  public struct RecordingHeader: Sendable, Hashable, Codable {
    /// The model that a recording was made with.
    public struct Model: Sendable, Hashable, Codable {
      /// What its user calls it.
      public var name: String
      /// The number of bytes of its bundle.
      public var byteCount: Int
      /// The SHA-256 of its bundle, as 64 hexadecimal digits.
      public var sha256: String

      /// The model of a bundle.
      public init(name: String, bundle: Data) {
        self.name = name
        byteCount = bundle.count
        sha256 = SHA256.hash(Array(bundle))
      }
    }

    /// The name of the format.
    public static let schema = "mudra.session/1"

    /// The name of the format of this header.
    public var schema = RecordingHeader.schema
    /// The options of the session.
    public var options: SessionOptions
    /// The model of the session; nil if its maker did not know it.
    public var model: Model?

    /// A header.
    public init(options: SessionOptions, model: Model?) {
      self.options = options
      self.model = model
    }
  }
#endif
