import VisionCore

/// The landmarks of a hand; the raw value is the index into a hand's list.
///
/// CMC, MCP, PIP, IP and DIP are the joints from the palm outwards, TIP is the fingertip.
public enum HandLandmark: UInt, CaseIterable, Sendable, Hashable, Codable {
  /// The wrist.
  case wrist
  /// The joint at the root of the thumb.
  case thumbCMC
  /// The knuckle of the thumb.
  case thumbMCP
  /// The joint of the thumb.
  case thumbIP
  /// The tip of the thumb.
  case thumbTIP
  /// The knuckle of the index finger.
  case indexFingerMCP
  /// The joint after the knuckle of the index finger.
  case indexFingerPIP
  /// The joint before the tip of the index finger.
  case indexFingerDIP
  /// The tip of the index finger.
  case indexFingerTIP
  /// The knuckle of the middle finger.
  case middleFingerMCP
  /// The joint after the knuckle of the middle finger.
  case middleFingerPIP
  /// The joint before the tip of the middle finger.
  case middleFingerDIP
  /// The tip of the middle finger.
  case middleFingerTIP
  /// The knuckle of the ring finger.
  case ringFingerMCP
  /// The joint after the knuckle of the ring finger.
  case ringFingerPIP
  /// The joint before the tip of the ring finger.
  case ringFingerDIP
  /// The tip of the ring finger.
  case ringFingerTIP
  /// The knuckle of the little finger.
  case pinkyMCP
  /// The joint after the knuckle of the little finger.
  case pinkyPIP
  /// The joint before the tip of the little finger.
  case pinkyDIP
  /// The tip of the little finger.
  case pinkyTIP
}

extension HandLandmark {
  /// The tip of the thumb: ``thumbTIP``.
  public static var thumbTip: HandLandmark { .thumbTIP }
  /// The tip of the index finger: ``indexFingerTIP``.
  public static var indexFingerTip: HandLandmark { .indexFingerTIP }
  /// The tip of the middle finger: ``middleFingerTIP``.
  public static var middleFingerTip: HandLandmark { .middleFingerTIP }
  /// The tip of the ring finger: ``ringFingerTIP``.
  public static var ringFingerTip: HandLandmark { .ringFingerTIP }
  /// The tip of the little finger: ``pinkyTIP``.
  public static var pinkyTip: HandLandmark { .pinkyTIP }
}

extension Array<NormalizedLandmark> {
  /// A landmark of a hand, as in `landmarks[.indexFingerTip]`.
  ///
  /// - Precondition: the list has the landmark, like those of the tasks' results.
  public subscript(landmark: HandLandmark) -> NormalizedLandmark { self[Int(landmark.rawValue)] }
}

extension Array<Landmark> {
  /// A landmark of a hand in space, as in `worldLandmarks[.indexFingerTip]`.
  ///
  /// - Precondition: the list has the landmark, like those of the tasks' results.
  public subscript(landmark: HandLandmark) -> Landmark { self[Int(landmark.rawValue)] }
}

extension Array {
  /// The element for a landmark of a list with an element for each.
  package subscript(landmark: HandLandmark) -> Element { self[Int(landmark.rawValue)] }
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
