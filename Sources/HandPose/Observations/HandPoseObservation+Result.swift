import HandTracking

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

extension HandPoseObservation {
  /// The hands of a result in Vision's coordinates, in the result's order.
  ///
  /// A landmark of the stored picture is rotated by the picture's orientation, and y counts from the lower edge. A hand
  /// with a landmark that is not finite, which a bad model can produce, is omitted.
  public static func observations(of result: some HandResult, in picture: MPImage) -> [HandPoseObservation] {
    result.hands.compactMap { try? HandPoseObservation($0, in: picture) }
  }

  /// A hand of a picture in Vision's coordinates. Its joints have the confidence of their landmarks' reliability, if
  /// that was requested, otherwise that there is a hand.
  ///
  /// - Throws: `HandPoseError.invalidPoint` for a landmark that is not finite, which a bad model can produce.
  public init(_ hand: DetectedHand, in picture: MPImage) throws(HandPoseError) {
    var points: [HandPosePoint] = []
    // A decoded hand may have another number of them than of landmarks.
    let reliability = hand.reliability?.count == hand.landmarks.count ? hand.reliability : nil
    for name in JointName.allCases where name.landmark.rawValue < hand.landmarks.count {
      let landmark = hand.landmarks[name.landmark]
      let upright = picture.orientation.upright(x: CGFloat(landmark.x), y: CGFloat(landmark.y))
      points.append(
        try HandPosePoint(
          name, x: upright.x, y: 1 - upright.y,
          confidence: reliability?[name.landmark].confidence ?? hand.presence))
    }
    let isSideways = picture.orientation.isSideways
    try self.init(
      points: points, confidence: hand.presence, chirality: hand.side == .left ? .left : .right,
      aspectRatio: isSideways ? picture.height / picture.width : picture.width / picture.height)
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
