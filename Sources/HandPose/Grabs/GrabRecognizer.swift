import HandTracking

/// Recognizes when a hand grabs and releases: a value that keeps its state.
///
/// A grab is an open hand that closes within ``GrabSettings/durationInMilliseconds`` while the camera sees as much of
/// its palm, or its back, as before. A fist that comes into the picture is not a grab, and neither is a hand that turns
/// away, whose fingers are guessed. A grab ends when the hand is seen open again, or not at all for a quarter of a
/// second.
public struct GrabRecognizer: Sendable {
  /// The longest time without the hand in milliseconds.
  private static let longestGap = 250

  private let settings: GrabSettings
  private var lastSeen: Int?
  /// When the hand was last seen open, and how much of its palm then: negative for its other side.
  private var opened: (milliseconds: Int, facing: Float)?
  /// Whether the hand has grabbed, and not released.
  public private(set) var isGrabbing = false

  /// A recognizer that has seen nothing.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: GrabSettings = GrabSettings()) throws(HandPoseError) {
    try settings.check()
    self.settings = settings
  }

  /// Processes the hand of the next frame; nil for a frame without one.
  ///
  /// - Parameters:
  ///   - hand: the hand. One without 21 landmarks counts as none.
  ///   - aspectRatio: the picture's width over its height.
  ///   - milliseconds: the frame's time. A time that is not later than the last one starts anew.
  /// - Returns: what begins with this frame, if anything.
  public mutating func update(with hand: DetectedHand?, aspectRatio: Float, at milliseconds: Int) -> Grab? {
    if let last = lastSeen {
      let (gap, overflow) = milliseconds.subtractingReportingOverflow(last)
      if overflow || gap <= 0 || gap > Self.longestGap {
        (lastSeen, opened) = (nil, nil)
        if isGrabbing {
          isGrabbing = false
          return .release
        }
      }
    }
    guard let hand, let facing = Self.facing(of: hand, aspectRatio) else { return nil }
    lastSeen = milliseconds
    guard abs(facing) >= settings.facing else { return nil }
    let fold = HandActions.grasp(of: hand)
    if fold <= settings.open {
      opened = (milliseconds, facing)
      guard isGrabbing else { return nil }
      isGrabbing = false
      return .release
    }
    guard fold >= settings.closed, !isGrabbing, let before = opened else { return nil }
    opened = nil
    guard milliseconds - before.milliseconds <= settings.durationInMilliseconds,
      facing / before.facing >= settings.steadiness
    else { return nil }
    isGrabbing = true
    return .grab
  }

  /// How much of the palm is seen: twice the area between the wrist and the knuckles of index and little finger, in
  /// palms; its sign says which side.
  private static func facing(of hand: DetectedHand, _ ratio: Float) -> Float? {
    guard let sample = MotionSample(hand, aspectRatio: ratio) else { return nil }
    func place(_ joint: HandLandmark) -> SIMD2<Float> {
      let point = hand.landmarks[joint]
      return SIMD2(point.x * ratio, point.y)
    }
    let (one, other) = (place(.indexFingerMCP) - place(.wrist), place(.pinkyMCP) - place(.wrist))
    return (one.x * other.y - one.y * other.x) / (sample.size * sample.size)
  }
}
