import VisionCore

/// A hand in a picture or a frame: which hand it is, its gesture, its landmarks.
///
/// ```swift
/// for hand in try recognizer.recognize(image: image).hands {
///   print(hand.side, hand.gesture?.name ?? "no gesture", hand.landmarks[.indexFingerTip])
/// }
/// ```
public struct DetectedHand: Sendable, Hashable, Codable {
  /// Which of a person's hands it is.
  public enum Side: String, Sendable, Hashable, Codable, CaseIterable {
    /// The left hand.
    case left
    /// The right hand.
    case right

    /// The side as MediaPipe's results name it: "Left" or "Right".
    public var name: String { ModelConstants.Landmarks.handednessNames[self == .right ? 0 : 1] }
  }

  /// Which of the person's hands it is, in an unmirrored picture.
  public internal(set) var side: Side
  /// The probability of that side, from 0 to 1.
  public internal(set) var sideScore: Float
  /// The gesture; nil if the classifiers' options admit none of them, and from a task that names no gestures.
  public internal(set) var gesture: HandGesture?
  /// The 21 landmarks in the stored picture, as in `landmarks[.wrist]`.
  public internal(set) var landmarks: [NormalizedLandmark]
  /// The 21 landmarks in space, in meters, as in `worldLandmarks[.wrist]`.
  public internal(set) var worldLandmarks: [Landmark]
  /// The probability that there is a hand, from 0 to 1.
  public internal(set) var presence: Float
  /// The hand's identity in the video; nil unless the options' `tracking` assigns identities.
  public internal(set) var track: HandTrack?
  /// How fast the hand moves; nil unless the options' `tracking` smooths, predicts or has a frame budget, or `details`
  /// request it.
  public internal(set) var motion: HandMotion?
  /// Its bones in the pose of this frame, fitted to the world landmarks; nil unless the options' `details` request it,
  /// and for a hand whose palm has no direction.
  public internal(set) var skeleton: SkeletonPose?
  /// Where the hand came from; nil unless the options' `details` request it.
  public internal(set) var details: HandDetails?
  /// The vector that its gesture is named by; nil unless the options' `details` request it. That of the package's
  /// networks has 128 values.
  public internal(set) var embedding: [Float]?
  /// How reliable each of the 21 landmarks is, as in `reliability?[.indexFingerTip]`; nil unless the options' `details`
  /// request it.
  public internal(set) var reliability: [LandmarkReliability]?

  /// A hand from its components.
  public init(
    side: Side, sideScore: Float = 1, gesture: HandGesture? = nil, landmarks: [NormalizedLandmark],
    worldLandmarks: [Landmark] = [], presence: Float = 1, track: HandTrack? = nil, details: HandDetails? = nil,
    embedding: [Float]? = nil, reliability: [LandmarkReliability]? = nil
  ) {
    self.side = side
    self.sideScore = sideScore
    self.gesture = gesture
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.presence = presence
    self.track = track
    self.details = details
    self.embedding = embedding
    self.reliability = reliability
  }

  /// How the hand is bent and where its fingers point; nil unless there are 21 world landmarks, as in all hands that a
  /// task finds.
  public var shape: HandShape? { HandShape(worldLandmarks) }
}

/// The gesture of a hand.
public struct HandGesture: Sendable, Hashable, Codable {
  /// The classifier that named a gesture.
  public enum Classifier: String, Sendable, Hashable, Codable, CaseIterable {
    /// The one with MediaPipe's gestures.
    case canned
    /// The one with a bundle's own gestures.
    case custom
  }

  /// The name of the class, as in "Thumb_Up". It is "None" for a hand that makes none of the gestures, and empty if no
  /// class has a score above 0.
  public let name: String
  /// The probability of the class, from 0 to 1.
  public let score: Float
  /// Where the gesture came from.
  public let classifier: Classifier

  /// A gesture from its components.
  public init(name: String, score: Float, classifier: Classifier = .canned) {
    self.name = name
    self.score = score
    self.classifier = classifier
  }

  /// True for the class that says that a hand makes none of the gestures.
  package var isBackground: Bool {
    name.hasSameBytes(as: ModelConstants.Gestures.background)
  }

  /// The gesture from two classifiers, in order: the first that is not background, otherwise the first background,
  /// otherwise nil.
  package static func combined(_ first: HandGesture?, _ second: HandGesture?) -> HandGesture? {
    guard let first else { return second }
    guard first.isBackground, let second, !second.isBackground else { return first }
    return second
  }
}
