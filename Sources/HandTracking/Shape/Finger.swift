/// A finger, the thumb included.
public enum Finger: Int, Sendable, Hashable, Codable, CaseIterable {
  case thumb, index, middle, ring, pinky

  /// The finger's landmarks from the palm to the tip: CMC, MCP, IP and tip of the thumb; MCP, PIP, DIP and tip of the
  /// others.
  public var landmarks: [HandLandmark] {
    switch self {
    case .thumb: [.thumbCMC, .thumbMCP, .thumbIP, .thumbTIP]
    case .index: [.indexFingerMCP, .indexFingerPIP, .indexFingerDIP, .indexFingerTIP]
    case .middle: [.middleFingerMCP, .middleFingerPIP, .middleFingerDIP, .middleFingerTIP]
    case .ring: [.ringFingerMCP, .ringFingerPIP, .ringFingerDIP, .ringFingerTIP]
    case .pinky: [.pinkyMCP, .pinkyPIP, .pinkyDIP, .pinkyTIP]
    }
  }
}
