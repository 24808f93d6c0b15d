import VisionCore

/// How a camera maps space to its picture: a pinhole without distortion.
///
/// All numbers are relative to the picture's size, so that a camera's model suits its pictures in each size of the same
/// shape. A cropped picture has a model of its own. Strong distortion (fish eyes, action cameras) must be removed from
/// pictures first.
public struct CameraModel: Sendable, Hashable {
  /// The focal lengths along x and y, in widths of the picture. They are equal if pixels are square.
  public let focalLength: SIMD2<Float>
  /// Where the camera's axis meets the picture, as fractions of its width and height.
  public let principalPoint: SIMD2<Float>

  /// A camera with square pixels whose axis meets the middle of the picture.
  ///
  /// - Parameter fieldOfViewInDegrees: the angle between the left and the right edge of the picture as it is stored.
  ///   Webcams have approximately 60 to 80 degrees. What is wrong here is wrong in all distances: at 60 degrees, 5 more
  ///   make a hand 9 % closer.
  /// - Throws: ``CameraSpaceError/invalidFieldOfView(degrees:)`` if it is not from 1 to 179.
  public init(fieldOfViewInDegrees: Float) throws(CameraSpaceError) {
    guard (1...179).contains(fieldOfViewInDegrees) else {
      throw .invalidFieldOfView(degrees: fieldOfViewInDegrees)
    }
    let half = fieldOfViewInDegrees * .pi / 360
    focalLength = SIMD2(repeating: CorrectlyRounded.cosine(half) / CorrectlyRounded.sine(half) / 2)
    principalPoint = SIMD2(repeating: 0.5)
  }

  /// A calibrated camera: the four numbers of OpenCV's camera matrix, in pixels, with the middle of the first pixel at
  /// 0, and the size of the pictures that it was calibrated with.
  ///
  /// - Throws: ``CameraSpaceError/invalidPictureSize(width:height:)``,
  ///   ``CameraSpaceError/invalidIntrinsics(name:value:)``.
  public init(fx: Float, fy: Float, cx: Float, cy: Float, width: Int, height: Int) throws(CameraSpaceError) {
    guard width > 0, height > 0 else { throw .invalidPictureSize(width: width, height: height) }
    let size = SIMD2(Float(width), Float(height))
    try self.init(
      focalLength: SIMD2(fx, fy) / size.x, principalPoint: (SIMD2(cx, cy) + 0.5) / size, found: (fx, fy, cx, cy))
  }

  private init(
    focalLength: SIMD2<Float>, principalPoint: SIMD2<Float>, found: (fx: Float, fy: Float, cx: Float, cy: Float)
  ) throws(CameraSpaceError) {
    for (name, value, share) in [("fx", found.fx, focalLength.x), ("fy", found.fy, focalLength.y)]
    where !(value.isFinite && (1e-3...1e3).contains(share)) {
      throw .invalidIntrinsics(name: name, value: value)
    }
    for (name, value, share) in [("cx", found.cx, principalPoint.x), ("cy", found.cy, principalPoint.y)]
    where !(-1e3...1e3).contains(share) {
      throw .invalidIntrinsics(name: name, value: value)
    }
    self.focalLength = focalLength
    self.principalPoint = principalPoint
  }

  /// Where the ray through a point of a picture is one unit before the camera: to the right and down.
  ///
  /// - Parameter aspectRatio: the picture's height in widths.
  func ray(_ landmark: NormalizedLandmark, aspectRatio: Float) -> SIMD2<Float> {
    (SIMD2(landmark.x, landmark.y) - principalPoint) * SIMD2(1, aspectRatio) / focalLength
  }
}

#if !hasFeature(Embedded)
  extension CameraModel: Codable {
    private enum Key: String, CodingKey {
      case fieldOfView, focalLength, principalPoint
    }

    /// Reads a camera from its two members, or from `fieldOfView` in degrees alone.
    ///
    /// - Throws: `DecodingError` for a value of another type or out of range.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      do {
        if let degrees = try values.decodeIfPresent(Float.self, forKey: .fieldOfView) {
          try self.init(fieldOfViewInDegrees: degrees)
        } else {
          let focal = try values.decode(SIMD2<Float>.self, forKey: .focalLength)
          let point = try values.decode(SIMD2<Float>.self, forKey: .principalPoint)
          try self.init(focalLength: focal, principalPoint: point, found: (focal.x, focal.y, point.x, point.y))
        }
      } catch let error as CameraSpaceError {
        throw DecodingError.dataCorrupted(.init(codingPath: values.codingPath, debugDescription: error.description))
      }
    }

    /// Writes `focalLength` and `principalPoint`.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(focalLength, forKey: .focalLength)
      try values.encode(principalPoint, forKey: .principalPoint)
    }
  }
#endif
