#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// What determines a touchless gesture in one observation; lengths in palms.
struct TouchlessPose {
  /// How far the thumb's tip is above the wrist and all joints of the other fingers if it is above the wrist, or below
  /// them if it is below; negative if it does not stick out. `isThumbAbove` says which.
  let thumbClearance: Double
  /// Whether the thumb's tip is above the wrist.
  let isThumbAbove: Bool
  /// Whether the fingers form a fist: the little finger, which is straight in other signs with the thumb, and at least
  /// two of the others are folded.
  let isFist: Bool
  /// From the tip of the thumb to that of the index finger.
  let tipDistance: Double
  /// Whether the index finger's tip is further from the wrist than its knuckle; in a fist it is not, although thumb and
  /// index finger may touch.
  let isIndexOut: Bool

  private typealias Point = (x: Double, y: Double)

  /// The pose of a hand; nil if a joint is missing or the palm has no length.
  init?(_ observation: HandPoseObservation) {
    // In heights of the picture, y upwards.
    func point(_ name: HandPoseObservation.JointName) -> Point? {
      guard let point = try? observation.recognizedPoint(name) else { return nil }
      return (Double(point.x * observation.aspectRatio), Double(point.y))
    }
    func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
    guard let wrist = point(.wrist), let thumb = point(.thumbTip), let middle = point(.middleMCP) else { return nil }
    var fingers: [[Point]] = []
    for group in [HandPoseObservation.JointsGroupName.indexFinger, .middleFinger, .ringFinger, .littleFinger] {
      let finger = group.jointNames.compactMap(point)
      guard finger.count == group.jointNames.count else { return nil }
      fingers.append(finger)
    }
    let palm = distance(wrist, middle)
    guard palm > 0 else { return nil }

    let heights = [wrist.y] + fingers.joined().map(\.y)
    isThumbAbove = thumb.y > wrist.y
    let highest = heights.reduce(-Double.infinity, max)
    let lowest = heights.reduce(Double.infinity, min)
    thumbClearance = (isThumbAbove ? thumb.y - highest : lowest - thumb.y) / palm
    // A finger is folded if its tip is closer to the wrist than its middle joint.
    let areFolded = fingers.map { distance($0[3], wrist) < distance($0[1], wrist) }
    isFist = areFolded[3] && areFolded.count { $0 } >= 3
    tipDistance = distance(thumb, fingers[0][3]) / palm
    isIndexOut = distance(fingers[0][3], wrist) > 1.1 * distance(fingers[0][0], wrist)
  }

  /// The gesture that the pose shows after `current`.
  func gesture(after current: TouchlessGesture, _ settings: TouchlessSettings) -> TouchlessGesture {
    let thumb = isThumbAbove ? TouchlessGesture.thumbsUp : .thumbsDown
    if isFist, thumbClearance > (current == thumb ? settings.thumbEnd : settings.thumbBegin) { return thumb }
    if isIndexOut, tipDistance < (current == .pinch ? settings.pinchEnd : settings.pinchBegin) { return .pinch }
    return .rest
  }
}
