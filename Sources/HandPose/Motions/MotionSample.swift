import HandTracking

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// What a hand in a frame contributes to a motion: sixteen numbers.
///
/// Places are in heights of the picture, y downward; the rest is in palms, so that it does not matter how close the
/// hand is. Distances between joints are those in space, of the world landmarks if there are any.
package struct MotionSample: Sendable, Hashable {
  /// The places of the numbers.
  package enum Channel {
    /// The middle of the palm, two numbers.
    package static let palm = 0
    /// The logarithm of the palm's size in heights of the picture.
    package static let size = 2
    /// From the wrist to the knuckle of the middle finger, two numbers.
    package static let direction = 3
    /// From the knuckle of the index finger to that of the little finger, two numbers.
    package static let side = 5
    /// How far the five fingertips are from the middle of the palm.
    package static let tips = 7
    /// How far the tips of index and middle finger are from that of the thumb.
    package static let pinches = 12
    /// The tip of the index finger from the middle of the palm, two numbers.
    package static let index = 14
  }

  /// The numbers.
  package var values: SIMD16<Float>

  /// A sample of given numbers.
  package init(values: SIMD16<Float>) { self.values = values }

  /// The middle of the palm.
  package var palm: SIMD2<Float> { SIMD2(values[0], values[1]) }
  /// The palm's size in heights of the picture.
  package var size: Float { exp(values[Channel.size]) }

  /// A sample of a hand; nil without 21 finite landmarks, and for a palm without a size.
  ///
  /// - Parameters:
  ///   - hand: the hand.
  ///   - aspectRatio: the picture's width over its height.
  ///   - usesWorld: whether distances are those of the world landmarks, where there are any.
  package init?(_ hand: DetectedHand, aspectRatio: Float, usesWorld: Bool = true) {
    let count = HandLandmark.allCases.count
    guard hand.landmarks.count == count else { return nil }
    func image(_ joint: HandLandmark) -> SIMD3<Float> {
      let point = hand.landmarks[Int(joint.rawValue)]
      return SIMD3(point.x * aspectRatio, point.y, point.z * aspectRatio)
    }
    func flat(_ joint: HandLandmark) -> SIMD2<Float> {
      let point = hand.landmarks[Int(joint.rawValue)]
      return SIMD2(point.x * aspectRatio, point.y)
    }
    let (wrist, index, middle, little) = (
      flat(.wrist), flat(.indexFingerMCP), flat(.middleFingerMCP), flat(.pinkyMCP)
    )
    // A palm is about as wide as three quarters of its length: seen from any side, one of these is near its length.
    let size = max(
      Self.length(index - wrist), Self.length(middle - wrist), Self.length(little - wrist),
      1.35 * Self.length(index - little))
    guard size > 1e-5, size < 1e3 else { return nil }
    let palm = (wrist + index + middle + little) / 4
    let (direction, side, tip) = (
      (middle - wrist) / size, (little - index) / size, (flat(.indexFingerTip) - palm) / size
    )
    let isWorld = usesWorld && hand.worldLandmarks.count == count
    func space(_ joint: HandLandmark) -> SIMD3<Float> {
      guard isWorld else { return image(joint) }
      let point = hand.worldLandmarks[Int(joint.rawValue)]
      return SIMD3(point.x, point.y, point.z)
    }
    let (base, knuckle) = (space(.wrist), space(.middleFingerMCP))
    let unit = Self.length(knuckle - base)
    // Seen from the fingers without depth, a palm has no length.
    let scale = max(unit, isWorld ? 1e-4 : 0.5 * size)
    let middleOfPalm = (base + space(.indexFingerMCP) + knuckle + space(.pinkyMCP)) / 4
    let (thumbTip, indexTip, middleTip) = (space(.thumbTip), space(.indexFingerTip), space(.middleFingerTip))
    var values = SIMD16<Float>()
    values[0] = palm.x
    values[1] = palm.y
    values[2] = log(size)
    values[3] = direction.x
    values[4] = direction.y
    values[5] = side.x
    values[6] = side.y
    values[7] = Self.length(thumbTip - middleOfPalm) / scale
    values[8] = Self.length(indexTip - middleOfPalm) / scale
    values[9] = Self.length(middleTip - middleOfPalm) / scale
    values[10] = Self.length(space(.ringFingerTip) - middleOfPalm) / scale
    values[11] = Self.length(space(.pinkyTip) - middleOfPalm) / scale
    values[12] = Self.length(indexTip - thumbTip) / scale
    values[13] = Self.length(middleTip - thumbTip) / scale
    values[14] = tip.x
    values[15] = tip.y
    // A hand from elsewhere may have any numbers.
    let isUsable = (0..<16).allSatisfy { values[$0].isFinite && abs(values[$0]) < 1e3 }
    guard isUsable else { return nil }
    // Distances beyond those of any hand say nothing.
    for channel in 7..<14 { values[channel] = min(values[channel], 4) }
    self.values = values
  }

  private static func length(_ vector: SIMD2<Float>) -> Float { (vector * vector).sum().squareRoot() }
  private static func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum().squareRoot() }
}
