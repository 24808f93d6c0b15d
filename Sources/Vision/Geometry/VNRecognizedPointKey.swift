#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// What a point is.
  public struct VNRecognizedPointKey: RawRepresentable, Sendable, Hashable {
    /// Vision's name, such as `VNHLKWRI`.
    public let rawValue: String

    /// A key from Vision's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// A group of points.
  public struct VNRecognizedPointGroupKey: RawRepresentable, Sendable, Hashable {
    /// Vision's name, such as `VNHLRKT`.
    public let rawValue: String

    /// A key from Vision's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// All points.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
  }
#endif
