import HandTracking

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Follows how much hands pinch, grasp, point, zoom and rotate, result by result: a value that keeps its state.
///
/// ```swift
/// var actions = try HandActions()
/// let values = actions.update(result, imageWidth: width, imageHeight: height)
/// if let drag = values.hands.first?.drag { move(by: drag) }
/// ```
public struct HandActions: Sendable {
  /// What is kept of a hand.
  private struct State: Sendable {
    var id: Int
    var isPinching = false
    var isGrasping = false
    /// Where the pinch began, in heights of the picture.
    var pinchStart = SIMD2<Float>.zero
    var lastSeen = 0
  }

  /// What is kept of two hands that are active.
  private struct Grip: Sendable {
    let ids: (Int, Int)
    let distance: Float
    var angle: Float
    var rotation: Float = 0
  }

  /// Distances between thumb and index finger in palms: apart, and together.
  private static let (apart, together): (Float, Float) = (0.9, 0.2)
  /// The mean bend of four fingers in radians: straight, and in a fist.
  private static let (straight, folded): (Float, Float) = (0.5, 1.7)
  /// A hand that is not seen for so many milliseconds has let go.
  private static let memory = 300
  private static let handLimit = 16

  private let settings: HandActionSettings
  private var states: [State] = []
  private var grip: Grip?

  /// Has seen nothing.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: HandActionSettings = HandActionSettings()) throws(HandPoseError) {
    try settings.check()
    self.settings = settings
  }

  /// The values of the next result. Hands without 21 landmarks are left out.
  ///
  /// - Parameters:
  ///   - result: a result of a frame of a video.
  ///   - width: the width of the picture in pixels.
  ///   - height: its height.
  public mutating func update(
    _ result: some HandResult, imageWidth width: Int, imageHeight height: Int
  ) -> HandActionValues {
    let time = result.timestampInMilliseconds
    let ratio = height > 0 ? Float(width) / Float(height) : 1
    states.removeAll { time < $0.lastSeen || time.subtractingReportingOverflow($0.lastSeen).partialValue > Self.memory }
    var hands: [HandActionValues.Hand] = []
    var places: [SIMD2<Float>] = []
    for (index, hand) in result.hands.prefix(Self.handLimit).enumerated() {
      guard let sample = MotionSample(hand, aspectRatio: ratio) else { continue }
      hands.append(values(of: hand, sample, id: hand.track?.id ?? index + 1, at: time))
      places.append(sample.palm)
    }
    return HandActionValues(hands: hands, both: both(hands, places))
  }

  private mutating func values(
    of hand: DetectedHand, _ sample: MotionSample, id: Int, at time: Int
  ) -> HandActionValues.Hand {
    if !states.contains(where: { $0.id == id }) { states.append(State(id: id)) }
    let place = states.firstIndex { $0.id == id } ?? 0
    var state = states[place]
    state.lastSeen = time
    let distance = sample.values[MotionSample.Channel.pinches]
    let pinch = Self.share(distance, from: Self.apart, to: Self.together)
    let grasp = Self.grasp(of: hand)
    // In a fist, too, the thumb is at the index finger: its tip is close to the palm there.
    let isIndexOut = sample.values[MotionSample.Channel.tips + 1] > 0.6
    let isPinchReady = isIndexOut && grasp < 0.9
    state.isPinching = isPinchReady && pinch >= (state.isPinching ? settings.pinchEnd : settings.pinchBegin)
    state.isGrasping = grasp >= (state.isGrasping ? settings.graspEnd : settings.graspBegin)
    let ray = Self.ray(of: hand)
    if !states[place].isPinching { state.pinchStart = sample.palm }
    let drag = state.isPinching ? (sample.palm - state.pinchStart) / sample.size : nil
    states[place] = state
    return HandActionValues.Hand(
      hand: id, pinch: .init(isReady: isPinchReady, value: pinch, isActive: state.isPinching),
      grasp: .init(isReady: !state.isPinching, value: grasp, isActive: state.isGrasping),
      aim: .init(isReady: isPinchReady && ray != nil, value: pinch, isActive: state.isPinching && ray != nil),
      ray: ray, drag: drag)
  }

  private mutating func both(
    _ hands: [HandActionValues.Hand], _ places: [SIMD2<Float>]
  ) -> HandActionValues.Both? {
    guard hands.count >= 2 else {
      grip = nil
      return nil
    }
    let ids = (hands[0].hand, hands[1].hand)
    let isActive =
      hands[0].pinch.isActive && hands[1].pinch.isActive || hands[0].grasp.isActive && hands[1].grasp.isActive
    let way = places[1] - places[0]
    let (distance, angle) = (max((way * way).sum().squareRoot(), 1e-4), atan2(way.y, way.x))
    guard isActive else {
      grip = nil
      return .init(hands: [ids.0, ids.1], isActive: false, zoom: 1, rotation: 0)
    }
    var grip = grip.flatMap { $0.ids == ids ? $0 : nil } ?? Grip(ids: ids, distance: distance, angle: angle)
    // The nearest way around.
    grip.rotation += (angle - grip.angle).remainder(dividingBy: 2 * .pi)
    grip.angle = angle
    self.grip = grip
    return .init(hands: [ids.0, ids.1], isActive: true, zoom: distance / grip.distance, rotation: grip.rotation)
  }

  private static func share(_ value: Float, from start: Float, to end: Float) -> Float {
    min(max((value - start) / (end - start), 0), 1)
  }

  /// How far four fingers are folded.
  static func grasp(of hand: DetectedHand) -> Float {
    let points =
      hand.worldLandmarks.count == hand.landmarks.count
      ? hand.worldLandmarks : hand.landmarks.map { Landmark(x: $0.x, y: $0.y, z: $0.z) }
    guard let shape = HandShape(points) else { return 0 }
    let bend = [Finger.index, .middle, .ring, .pinky].reduce(Float(0)) { $0 + shape.bend(of: $1) } / 4
    return bend.isFinite ? share(bend, from: straight, to: folded) : 0
  }

  /// From the wrist through the knuckles: that stays where it is when the fingers pinch.
  private static func ray(of hand: DetectedHand) -> HandActionValues.Ray? {
    guard hand.worldLandmarks.count == hand.landmarks.count else { return nil }
    func point(_ joint: HandLandmark) -> SIMD3<Float> {
      let place = hand.worldLandmarks[joint]
      return SIMD3(place.x, place.y, place.z)
    }
    let way = (point(.indexFingerMCP) + point(.middleFingerMCP)) / 2 - point(.wrist)
    let length = (way * way).sum().squareRoot()
    guard length > 1e-6, length.isFinite else { return nil }
    let origin = hand.landmarks[HandLandmark.indexFingerMCP]
    return .init(origin: SIMD3(origin.x, origin.y, origin.z), direction: way / length)
  }
}
