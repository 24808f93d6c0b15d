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

  /// The clockwise turn, in degrees, whose negative is the rotation of the palm detector's input region; nil for the
  /// mirrored orientations.
  ///
  /// The degrees are 0 or negative, as on iOS: equivalent angles differ in the last bits of the results.
  package var clockwiseDegrees: Int? {
    switch self {
    case .up: 0
    case .right: -270
    case .down: -180
    case .left: -90
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: nil
    }
  }
}
