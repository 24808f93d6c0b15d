import VisionCore

/// A rotation as a unit quaternion, as OpenXR has it.
public struct Quaternion: Sendable, Hashable, Codable {
  /// The imaginary parts and, as w, the real part.
  public let vector: SIMD4<Float>

  /// No rotation.
  public static let identity = Quaternion(unchecked: SIMD4(0, 0, 0, 1))

  /// A rotation from its parts, which are scaled to the length 1; no rotation if they are all 0 or not finite.
  public init(x: Float, y: Float, z: Float, w: Float) {
    self.init(scaling: SIMD4(x, y, z, w))
  }

  private init(unchecked vector: SIMD4<Float>) { self.vector = vector }

  private init(scaling vector: SIMD4<Float>) {
    let length = (vector * vector).sum().squareRoot()
    self.init(unchecked: length > 0 && length.isFinite ? vector / length : SIMD4(0, 0, 0, 1))
  }

  /// The rotation that turns the axes x, y and z into these perpendicular unit vectors. (Shepperd, "Quaternion from
  /// Rotation Matrix", 1978: the largest part first, so that nothing is divided by almost 0.)
  init(x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>) {
    let trace = x.x + y.y + z.z
    let vector: SIMD4<Float> =
      if trace >= max(x.x, y.y, z.z) {
        SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace)
      } else if x.x >= max(y.y, z.z) {
        SIMD4(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
      } else if y.y >= z.z {
        SIMD4(x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z)
      } else {
        SIMD4(z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x)
      }
    self.init(scaling: vector)
  }

  /// The rotation about a vector by its length in radians.
  init(rotationVector: SIMD3<Float>) {
    let half = rotationVector.length / 2
    self.init(scaling: SIMD4(rotationVector.unit * CorrectlyRounded.sine(half), CorrectlyRounded.cosine(half)))
  }

  /// The rotation back.
  public var inverse: Quaternion { Quaternion(unchecked: vector * SIMD4(-1, -1, -1, 1)) }

  /// First the second rotation, then the first.
  public static func * (first: Quaternion, second: Quaternion) -> Quaternion {
    let (a, b) = (first.imaginary, second.imaginary)
    let imaginary = b * first.vector.w + a * second.vector.w + a.cross(b)
    return Quaternion(scaling: SIMD4(imaginary, first.vector.w * second.vector.w - a.dot(b)))
  }

  /// A vector after the rotation.
  public func rotate(_ point: SIMD3<Float>) -> SIMD3<Float> {
    let cross = imaginary.cross(point) * 2
    return point + cross * vector.w + imaginary.cross(cross)
  }

  private var imaginary: SIMD3<Float> { SIMD3(vector.x, vector.y, vector.z) }
}
