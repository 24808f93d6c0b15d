/// How a picture is stored, relative to how it should be displayed. The raw values are UIKit's.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// As displayed.
  case up = 0
  /// To be rotated by 180°.
  case down = 1
  /// To be rotated by 90° counterclockwise.
  case left = 2
  /// To be rotated by 90° clockwise.
  case right = 3
  /// Like `up`, mirrored.
  case upMirrored = 4
  /// Like `down`, mirrored.
  case downMirrored = 5
  /// Like `left`, mirrored.
  case leftMirrored = 6
  /// Like `right`, mirrored.
  case rightMirrored = 7

  /// True for a picture that is displayed as the mirror image of what is stored.
  public var isMirrored: Bool {
    switch self {
    case .up, .down, .left, .right: false
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    }
  }

  /// The clockwise rotation in degrees; its negative is the rotation of the detector's input region.
  ///
  /// A mirrored picture is rotated to be upright, and stays mirrored: mirroring it and rotating it left is the same as
  /// rotating it right and mirroring it. The degrees are 0 or negative, as on iOS: equivalent angles differ in the last
  /// bits of the results.
  package var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .leftMirrored: -270
    case .down, .downMirrored: -180
    case .left, .rightMirrored: -90
    }
  }
}

extension ImageOrientation {
  /// The orientation of a picture that is to be rotated clockwise by degrees, as MediaPipe's options say it; nil unless
  /// they are a multiple of 90, of any sign.
  package init?(rotationDegrees degrees: Int) {
    guard degrees % 90 == 0 else { return nil }
    self = [.up, .right, .down, .left][(degrees / 90) & 3]
  }

  /// The orientation that a value of EXIF's orientation tag states; nil for a value outside 1…8.
  package init?(exif value: Int) {
    switch value {
    case 1: self = .up
    case 2: self = .upMirrored
    case 3: self = .down
    case 4: self = .downMirrored
    case 5: self = .leftMirrored
    case 6: self = .right
    case 7: self = .rightMirrored
    case 8: self = .left
    default: return nil
    }
  }

  /// True where rows become columns.
  var swapsSides: Bool {
    switch self {
    case .up, .down, .upMirrored, .downMirrored: false
    case .left, .right, .leftMirrored, .rightMirrored: true
    }
  }

  /// The orientation as commands and JSON write it, such as "right" or "up-mirrored".
  public var name: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .upMirrored: "up-mirrored"
    case .downMirrored: "down-mirrored"
    case .leftMirrored: "left-mirrored"
    case .rightMirrored: "right-mirrored"
    }
  }

  /// The orientation of a name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
