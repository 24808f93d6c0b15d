#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// What is wrong with a query of an observation, or with values for creating one.
public enum HandPoseError: Error, Equatable, Sendable {
  /// The observation has no such joint.
  case jointNotAvailable(HandPoseObservation.JointName)
  /// The observation has no joint of the group.
  case groupNotAvailable(HandPoseObservation.JointsGroupName)
  /// A coordinate is not finite, or the confidence is outside 0…1.
  case invalidPoint(HandPoseObservation.JointName, x: CGFloat, y: CGFloat, confidence: Float)
  /// A picture's width over its height is not a positive number.
  case invalidAspectRatio(CGFloat)
  /// A setting of the touchless control is out of range.
  case invalidSetting(name: String, value: Double, expected: String)
}

extension HandPoseError: CustomStringConvertible {
  /// A human-readable sentence.
  public var description: String {
    switch self {
    case .jointNotAvailable(let name): "the observation has no joint \(name)"
    case .groupNotAvailable(let name): "the observation has no joint of the group \(name)"
    case .invalidPoint(let name, let x, let y, let confidence):
      "joint \(name) at (\(x), \(y)) with confidence \(confidence): expected finite coordinates and 0 to 1"
    case .invalidAspectRatio(let ratio): "the aspect ratio is \(ratio), expected a positive number"
    case .invalidSetting(let name, let value, let expected): "\(name) is \(value), expected \(expected)"
    }
  }
}

extension HandPoseError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
