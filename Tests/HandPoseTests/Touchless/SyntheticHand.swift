import Foundation
import HandPose

/// Hands made of points: the palm is 0.2 of the picture's height long and at the center, fingers to the right.
enum SyntheticHand {
  private typealias Joint = HandPoseObservation.JointName

  /// A fist whose thumb sticks out by a number of palms, up or (negative) down; 0 is on the fist.
  static func fist(thumb: Double = 0, confidence: Float = 1, aspectRatio: Double = 1) throws -> HandPoseObservation {
    // The fist extends from 0.1 below the wrist to 0.1 above it.
    let height = thumb == 0 ? 0.05 : thumb > 0 ? 0.1 + 0.2 * thumb : -0.1 + 0.2 * thumb
    return try hand(thumbTip: (0.2, height), reaches: [0.2, 0.28, 0.22, 0.12], confidence, aspectRatio)
  }

  /// An open hand whose thumb and index fingertips are a number of palms apart.
  static func open(tipDistance: Double) throws -> HandPoseObservation {
    // The tip of the index finger is 0.3 to the right of the wrist and 0.06 above it.
    try hand(thumbTip: (0.3, 0.06 + 0.2 * tipDistance), reaches: [0.2, 0.25, 0.28, 0.3], 1, 1)
  }

  /// - Parameter reaches: how far from the wrist the four joints of each finger are, to the right.
  private static func hand(
    thumbTip: (x: Double, y: Double), reaches: [Double], _ confidence: Float, _ aspectRatio: Double
  ) throws -> HandPoseObservation {
    func point(_ name: Joint, _ x: Double, _ y: Double) throws -> HandPosePoint {
      try HandPosePoint(name, x: (0.5 + x) / aspectRatio, y: 0.5 + y, confidence: confidence)
    }
    var points = [try point(.wrist, 0, 0), try point(.thumbTip, thumbTip.x, thumbTip.y)]
    points += try [Joint.thumbCMC, .thumbMP, .thumbIP].map { try point($0, 0.1, 0.05) }
    let fingers: [(HandPoseObservation.JointsGroupName, Double)] = [
      (.indexFinger, 0.06), (.middleFinger, 0), (.ringFinger, -0.05), (.littleFinger, -0.1),
    ]
    for (finger, y) in fingers {
      for (name, reach) in zip(finger.jointNames, reaches) { points.append(try point(name, reach, y)) }
    }
    // The fist's upper edge.
    points = points.filter { $0.identifier != .indexPIP } + [try point(.indexPIP, reaches[1], 0.1)]
    return try HandPoseObservation(points: points, chirality: .right, aspectRatio: aspectRatio)
  }
}
