import VisionCore

/// A finger, the thumb included.
public enum Finger: Int, Sendable, Hashable, Codable, CaseIterable {
  /// The thumb.
  case thumb
  /// The index finger.
  case index
  /// The middle finger.
  case middle
  /// The ring finger.
  case ring
  /// The little finger.
  case pinky

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

/// How much a finger is bent.
public enum FingerCurl: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Straight.
  case straight
  /// Partly bent.
  case half
  /// Bent into the palm.
  case full
}

/// One of the eight directions of a picture.
public enum PictureDirection: Int, Sendable, Hashable, Codable, CaseIterable {
  /// To the right.
  case right
  /// To the right and down.
  case downRight
  /// Down.
  case down
  /// To the left and down.
  case downLeft
  /// To the left.
  case left
  /// To the left and up.
  case upLeft
  /// Up.
  case up
  /// To the right and up.
  case upRight

  /// The direction closest to a vector, y down.
  public init(x: Float, y: Float) {
    let eighths = (CorrectlyRounded.arctangent(y: y, x: x) * 4 / .pi).rounded()
    self = eighths.isFinite ? Self.allCases[(Int(eighths) + 8) % 8] : .right
  }
}
