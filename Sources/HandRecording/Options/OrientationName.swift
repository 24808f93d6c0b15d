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
    // Each orientation has a word.
    self = Self.allCases.first { $0.orientation == orientation } ?? .up
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
