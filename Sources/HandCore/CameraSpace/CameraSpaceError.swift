/// What is wrong with a camera, its place, or what it saw.
public enum CameraSpaceError: Error, Equatable, Sendable {
  /// A field of view is not between 1 and 179 degrees.
  case invalidFieldOfView(degrees: Float)
  /// A number of a camera is not finite, or is not positive where it must be.
  case invalidIntrinsics(name: String, value: Float)
  /// The rows are not those of a rotation: not finite, not perpendicular, not of length 1, or a mirror image.
  case invalidRotation
  /// A place is not finite.
  case invalidTranslation
  /// A picture has no size.
  case invalidPictureSize(width: Int, height: Int)
  /// There are not enough cameras to triangulate.
  case tooFewCameras(Int)
  /// The number of views is not that of the cameras.
  case viewCountMismatch(expected: Int, found: Int)
  /// Fewer than two cameras saw the hand.
  case tooFewViews(Int)
  /// A hand does not have 21 landmarks with finite coordinates.
  case invalidLandmarks
  /// The cameras' rays do not meet before the cameras: they are parallel, or show different hands.
  case noIntersection(HandLandmark)
  /// The landmarks of the palm lie on a line, or in one point.
  case flatPalm
}

extension CameraSpaceError: CustomStringConvertible {
  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .invalidFieldOfView(let degrees): "the field of view is \(degrees), expected 1 to 179 degrees"
    case .invalidIntrinsics(let name, let value):
      "\(name) is \(value), expected \(name.hasPrefix("c") ? "a finite number" : "a number above 0")"
    case .invalidRotation: "the rotation is not three perpendicular rows of length 1 with the determinant 1"
    case .invalidTranslation: "the translation is not finite"
    case .invalidPictureSize(let width, let height): "the picture is \(width)×\(height), expected at least 1×1"
    case .tooFewCameras(let count): "found \(count) cameras, expected at least 2"
    case .viewCountMismatch(let expected, let found): "found \(found) views for \(expected) cameras"
    case .tooFewViews(let count): "\(count) of the cameras saw the hand, expected at least 2"
    case .invalidLandmarks: "the hand does not have 21 landmarks with finite coordinates"
    case .noIntersection(let landmark): "the cameras' rays to \(landmark) do not meet before the cameras"
    case .flatPalm: "the landmarks of the palm lie on a line"
    }
  }
}
