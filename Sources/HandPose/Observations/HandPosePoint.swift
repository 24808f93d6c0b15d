#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// A joint in a picture, like Vision's `VNRecognizedPoint`.
public struct HandPosePoint: Sendable, Hashable, Codable {
  /// Which joint it is.
  public let identifier: HandPoseObservation.JointName
  /// From 0 at the left edge of the upright picture to 1 at the right.
  public let x: CGFloat
  /// From 0 at the **lower** edge of the upright picture to 1 at the upper.
  public let y: CGFloat
  /// The confidence in the joint, from 0 to 1: that it is near its true place, if the landmarks' reliability was
  /// requested; otherwise that there is a hand, which all its joints have in common.
  public let confidence: Float

  /// A point from its components.
  ///
  /// - Throws: `HandPoseError.invalidPoint` for a coordinate that is not finite or a confidence outside 0…1.
  public init(
    _ identifier: HandPoseObservation.JointName, x: CGFloat, y: CGFloat, confidence: Float
  ) throws(HandPoseError) {
    guard x.isFinite, y.isFinite, (0...1).contains(confidence) else {
      throw .invalidPoint(identifier, x: x, y: y, confidence: confidence)
    }
    self.identifier = identifier
    self.x = x
    self.y = y
    self.confidence = confidence
  }

  /// The position in the upright picture, with the origin at the lower left.
  public var location: CGPoint { CGPoint(x: x, y: y) }
}
