/// How a picture is stored, relative to how it is to be seen. The raw values are UIKit's.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// As it is seen.
  case up = 0
  /// To be turned by 180°.
  case down = 1
  /// To be turned by 90° counterclockwise.
  case left = 2
  /// To be turned by 90° clockwise.
  case right = 3
  /// As `up`, mirrored.
  case upMirrored = 4
  /// As `down`, mirrored.
  case downMirrored = 5
  /// As `left`, mirrored.
  case leftMirrored = 6
  /// As `right`, mirrored.
  case rightMirrored = 7

  /// True for a picture that is seen as the mirror image of what is stored.
  public var isMirrored: Bool {
    switch self {
    case .up, .down, .left, .right: false
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    }
  }

  /// The clockwise turn, in degrees, whose negative is the rotation of the detector's input region.
  ///
  /// A mirrored picture is turned so that it is upright, and stays mirrored: to mirror it and turn it left is to turn
  /// it right and mirror it. The degrees are 0 or negative, as on iOS: equivalent angles differ in the last bits of the
  /// results.
  package var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .leftMirrored: -270
    case .down, .downMirrored: -180
    case .left, .rightMirrored: -90
    }
  }
}
