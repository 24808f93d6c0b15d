import PixelImaging

/// How a picture is stored, by a word, as commands and JSON have it.
public enum OrientationName: String, Sendable, Codable, CaseIterable {
  case up, down, left, right
  case upMirrored = "up-mirrored"
  case downMirrored = "down-mirrored"
  case leftMirrored = "left-mirrored"
  case rightMirrored = "right-mirrored"

  /// The word for an orientation.
  public init(_ orientation: ImageOrientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    }
  }

  /// The orientation.
  public var orientation: ImageOrientation {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .upMirrored: .upMirrored
    case .downMirrored: .downMirrored
    case .leftMirrored: .leftMirrored
    case .rightMirrored: .rightMirrored
    }
  }
}
