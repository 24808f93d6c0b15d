/// The kind of input that a task processes.
public enum RunningMode: UInt, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
  /// Single pictures.
  case image
  /// The frames of a video, in order.
  case video
  /// The frames of a camera as they arrive.
  case liveStream

  /// The mode's name in messages.
  public var description: String {
    switch self {
    case .image: "Image"
    case .video: "Video"
    case .liveStream: "Live Stream"
    }
  }
}
