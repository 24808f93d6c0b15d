/// One of the eight directions of a picture.
public enum PictureDirection: Int, Sendable, Hashable, Codable, CaseIterable {
  case right, downRight, down, downLeft, left, upLeft, up, upRight

  /// The direction nearest to a vector, y down.
  public init(x: Float, y: Float) {
    let eighths = (CorrectlyRounded.arctangent(y: y, x: x) * 4 / .pi).rounded()
    self = eighths.isFinite ? Self.allCases[(Int(eighths) + 8) % 8] : .right
  }
}
