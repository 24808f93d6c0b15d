#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A joint in a picture.
  public struct Joint: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the joint: the raw value of the observation's `JointName`.
    public let jointName: String
    /// The position in the picture, or in the request's region of interest.
    public let location: NormalizedPoint
    /// The confidence that there is a hand, from 0 to 1; or in the joint, if the request reports it.
    public let confidence: Float

    /// The distance from another joint, in normalized coordinates.
    public func distance(to joint: Joint) -> CGFloat {
      hypot(location.x - joint.location.x, location.y - joint.location.y)
    }

    /// The name, position and confidence as text.
    public var description: String { "\(jointName) \(location) \(confidence)" }
  }
#endif
