/// A camera and where it is, for a ``HandTriangulator``.
public struct PlacedCamera: Sendable, Hashable, Codable {
  /// How the camera maps space to its picture.
  public let model: CameraModel
  /// From the axes of the world to those of the camera: x to the right, y down, z away from it.
  public let rotation: Quaternion
  /// Where the origin of the world is, from the camera and in its axes, in meters.
  public let translation: SIMD3<Float>
  /// The height of the camera's pictures in widths.
  public let aspectRatio: Float

  /// A camera that sees the world's point `p` at `rotation · p + translation`: what a calibration with a checkerboard
  /// gives, such as OpenCV's `stereoCalibrate` for the second camera. The first one's place, without arguments, is the
  /// world's origin.
  ///
  /// - Parameters:
  ///   - model: how the camera maps space to its picture.
  ///   - rotation: the rows of the rotation from the world's axes to the camera's.
  ///   - translation: the world's origin from the camera, in meters.
  ///   - imageWidth: the width of the camera's pictures; only its ratio to the height counts.
  ///   - imageHeight: the height of the camera's pictures.
  /// - Throws: ``CameraSpaceError/invalidRotation`` for rows that are off by more than 0.001,
  ///   ``CameraSpaceError/invalidTranslation``, ``CameraSpaceError/invalidPictureSize(width:height:)``.
  public init(
    model: CameraModel, rotation: [SIMD3<Float>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)],
    translation: SIMD3<Float> = SIMD3(), imageWidth: Int, imageHeight: Int
  ) throws(CameraSpaceError) {
    guard imageWidth > 0, imageHeight > 0 else { throw .invalidPictureSize(width: imageWidth, height: imageHeight) }
    guard translation.isFinite else { throw .invalidTranslation }
    guard rotation.count == 3 else { throw .invalidRotation }
    let (x, y, z) = (rotation[0], rotation[1], rotation[2])
    let misses = [x.dot(y), y.dot(z), z.dot(x), x.length - 1, y.length - 1, z.length - 1, x.cross(y).dot(z) - 1]
    guard misses.allSatisfy({ abs($0) < 1e-3 }) else { throw .invalidRotation }
    self.model = model
    // Rows of a rotation are the columns of the one back.
    self.rotation = Quaternion(x: x, y: y, z: z).inverse
    self.translation = translation
    aspectRatio = Float(imageHeight) / Float(imageWidth)
  }
}
