import Foundation
import HandTracking

extension HandPoseObservation {
  /// The hands of a landmarker's result in Vision's coordinates, in the result's order.
  ///
  /// A landmark of the stored picture is rotated by the picture's orientation, and y counts from the lower edge. A hand
  /// with a landmark that is not finite, which a bad model can produce, is omitted.
  public static func observations(of result: HandLandmarkerResult, in picture: MPImage) -> [HandPoseObservation] {
    result.landmarks.indices.compactMap { try? observation(ofHand: $0, of: result, in: picture) }
  }

  private static func observation(
    ofHand hand: Int, of result: HandLandmarkerResult, in picture: MPImage
  ) throws(HandPoseError) -> HandPoseObservation {
    let landmarks = result.landmarks[hand]
    // A result created by an app may lack these lists.
    let presence = hand < result.presences.count ? result.presences[hand] : 0
    let side = hand < result.handedness.count ? result.handedness[hand].first?.categoryName : nil
    var points: [HandPosePoint] = []
    for name in JointName.allCases where name.landmark.rawValue < landmarks.count {
      let landmark = landmarks[Int(name.landmark.rawValue)]
      let upright = picture.orientation.upright(x: CGFloat(landmark.x), y: CGFloat(landmark.y))
      points.append(try HandPosePoint(name, x: upright.x, y: 1 - upright.y, confidence: presence))
    }
    let isSideways = picture.orientation.isSideways
    return try HandPoseObservation(
      points: points, chirality: Chirality(side),
      aspectRatio: isSideways ? picture.height / picture.width : picture.width / picture.height)
  }
}

extension HandPoseObservation.Chirality {
  fileprivate init(_ handedness: String?) {
    switch handedness {
    case "Left": self = .left
    case "Right": self = .right
    default: self = .unknown
    }
  }
}

extension ImageOrientation {
  /// Whether the upright picture is as wide as the stored one is high.
  fileprivate var isSideways: Bool {
    switch self {
    case .left, .right, .leftMirrored, .rightMirrored: true
    case .up, .down, .upMirrored, .downMirrored: false
    }
  }

  /// A normalized position of the stored picture in the upright one, y down in both. Tasks reject mirrored pictures, so
  /// there are no positions in them.
  fileprivate func upright(x: CGFloat, y: CGFloat) -> (x: CGFloat, y: CGFloat) {
    switch self {
    case .up, .upMirrored: (x, y)
    case .right, .rightMirrored: (1 - y, x)
    case .down, .downMirrored: (1 - x, 1 - y)
    case .left, .leftMirrored: (y, 1 - x)
    }
  }
}
