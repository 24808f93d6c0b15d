import HandCore
import MudraPlatform

/// How a hand is seen in a picture: what varies when somebody shows a gesture again.
public struct HandView: Sendable, Hashable, Codable {
  /// The longer side of the box around the landmarks, as a share of the picture.
  public let size: Double
  /// How far the hand is turned clockwise from fingers up, in degrees from −180 to 180.
  public let turn: Double
  /// Whether it is a right hand.
  public let isRight: Bool

  /// The view of a hand; nil unless there are 21 landmarks with finite places.
  public init?(landmarks: [NormalizedLandmark], isRight: Bool) {
    let (x, y) = (landmarks.map { Double($0.x) }, landmarks.map { Double($0.y) })
    guard landmarks.count == ModelConstants.Landmarks.count, (x + y).allSatisfy(\.isFinite),
      let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max()
    else { return nil }
    let (wrist, knuckle) = (Int(HandLandmark.wrist.rawValue), Int(HandLandmark.middleFingerMCP.rawValue))
    size = max(right - left, bottom - top)
    turn = atan2(x[knuckle] - x[wrist], y[wrist] - y[knuckle]) * 180 / .pi
    self.isRight = isRight
  }

  /// A view that was kept; nil for numbers that none has.
  package init?(size: Double, turn: Double, isRight: Bool) {
    guard size.isFinite, size >= 0, (-180...180).contains(turn) else { return nil }
    (self.size, self.turn, self.isRight) = (size, turn, isRight)
  }

  /// Reads a view, and checks it.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(Double.self, forKey: .size)
    turn = try container.decode(Double.self, forKey: .turn)
    isRight = try container.decode(Bool.self, forKey: .isRight)
    try container.require(size.isFinite && size >= 0, .size, "it is not a size")
    try container.require((-180...180).contains(turn), .turn, "it is not an angle from −180 to 180 degrees")
  }
}

/// What was seen of a gesture while it was shown.
struct SeenViews: Sendable, Hashable, Codable {
  /// How often it was begun.
  var holds = 0
  private var nearest: HandView?
  private var farthest: HandView?
  private var leastTurned: HandView?
  private var mostTurned: HandView?
  private var left: HandView?
  private var right: HandView?

  /// From this ratio of sizes on, a hand was seen from near and far.
  private static let sizeRatio = 1.3
  /// From this difference on, in degrees, a hand was turned.
  private static let turnRange = 20.0

  mutating func add(_ view: HandView) {
    if view.size > nearest?.size ?? -1 { nearest = view }
    if view.size < farthest?.size ?? .infinity { farthest = view }
    if view.turn < leastTurned?.turn ?? .infinity { leastTurned = view }
    if view.turn > mostTurned?.turn ?? -.infinity { mostTurned = view }
    if view.isRight { right = view } else { left = view }
  }

  /// What was not seen yet, in the order in which to ask for it.
  var missing: [GestureEnroller.Variety] {
    var missing: [GestureEnroller.Variety] = []
    if let nearest, let farthest, nearest.size >= Self.sizeRatio * farthest.size {} else { missing.append(.distance) }
    if let leastTurned, let mostTurned, mostTurned.turn - leastTurned.turn >= Self.turnRange {
    } else {
      missing.append(.turn)
    }
    if left == nil || right == nil { missing.append(.otherHand) }
    if holds < 2 { missing.append(.otherLight) }
    return missing
  }
}
