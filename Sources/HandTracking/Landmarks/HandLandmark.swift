import VisionTasks

/// The landmarks of a hand; the raw value is the index into a hand's list.
///
/// CMC, MCP, PIP, IP and DIP are the joints from the palm outwards, TIP is the fingertip.
public enum HandLandmark: UInt, CaseIterable, Sendable, Hashable, Codable {
  case wrist
  case thumbCMC, thumbMCP, thumbIP, thumbTIP
  case indexFingerMCP, indexFingerPIP, indexFingerDIP, indexFingerTIP
  case middleFingerMCP, middleFingerPIP, middleFingerDIP, middleFingerTIP
  case ringFingerMCP, ringFingerPIP, ringFingerDIP, ringFingerTIP
  case pinkyMCP, pinkyPIP, pinkyDIP, pinkyTIP
}

extension Array {
  /// The element of a hand's list for a landmark.
  package subscript(landmark: HandLandmark) -> Element {
    self[Int(landmark.rawValue)]
  }
}

/// The lines of the hand's skeleton, by part.
package enum HandConnections {
  /// The palm's outline and its spokes.
  package static let palm = connections([(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)])
  /// The thumb.
  package static let thumb = connections([(1, 2), (2, 3), (3, 4)])
  /// The index finger.
  package static let indexFinger = connections([(5, 6), (6, 7), (7, 8)])
  /// The middle finger.
  package static let middleFinger = connections([(9, 10), (10, 11), (11, 12)])
  /// The ring finger.
  package static let ringFinger = connections([(13, 14), (14, 15), (15, 16)])
  /// The little finger.
  package static let pinky = connections([(17, 18), (18, 19), (19, 20)])
  /// All lines, in this order.
  package static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky

  private static func connections(_ pairs: [(UInt, UInt)]) -> [Connection] {
    pairs.map { Connection(start: $0.0, end: $0.1) }
  }
}
