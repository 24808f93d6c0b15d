import HandTracking

/// When actions of hands begin and end: values from 0 to 1, with less to stay active than to become it.
public struct HandActionSettings: Sendable, Hashable, Codable {
  /// The value at which a pinch begins.
  public var pinchBegin: Float = 0.85
  /// The value below which it ends.
  public var pinchEnd: Float = 0.6
  /// The value at which a grasp begins.
  public var graspBegin: Float = 0.8
  /// The value below which it ends.
  public var graspEnd: Float = 0.55

  /// Settings for most hands.
  public init() {}

  /// Reads what the keys say; those that are left out have their default.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.read(.pinchBegin, into: &pinchBegin)
    try values.read(.pinchEnd, into: &pinchEnd)
    try values.read(.graspBegin, into: &graspBegin)
    try values.read(.graspEnd, into: &graspEnd)
  }

  func check() throws(HandPoseError) {
    for (name, begin, end) in [("pinchEnd", pinchBegin, pinchEnd), ("graspEnd", graspBegin, graspEnd)]
    where !(end > 0 && end <= begin && begin <= 1) {
      throw .invalidSetting(name: name, value: Double(end), expected: "more than 0 and at most the begin, up to 1")
    }
  }
}
