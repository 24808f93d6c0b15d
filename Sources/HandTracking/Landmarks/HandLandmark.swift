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
  /// The element of a hand's list that belongs to a landmark.
  package subscript(landmark: HandLandmark) -> Element {
    self[Int(landmark.rawValue)]
  }
}
