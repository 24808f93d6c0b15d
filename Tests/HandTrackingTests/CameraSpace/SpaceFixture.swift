import Foundation
import HandTracking
import TestSupport

/// Hands that were drawn before two cameras and in clips, what the networks found, and where the hands really are.
struct SpaceFixture: Decodable {
  struct Camera: Decodable {
    let fieldOfView: Float
    let width: Int
    let height: Int
    let rotation: [SIMD3<Float>]
    let translation: SIMD3<Float>
  }

  struct View: Decodable {
    let landmarks: [Float]
    let world: [Float]

    /// The hand as a task finds it.
    func hand(isLeft: Bool) -> DetectedHand {
      DetectedHand(
        side: isLeft ? .left : .right,
        landmarks: (0..<21).map {
          NormalizedLandmark(x: landmarks[2 * $0] / 10_000, y: landmarks[2 * $0 + 1] / 10_000, z: 0)
        }, worldLandmarks: SpaceFixture.points(world))
    }
  }

  struct Hand: Decodable {
    let left: Bool
    let first: View?
    let second: View?
    let truth: [Float]
  }

  let camera: Camera
  let hands: [Hand]
  let tracks: [[[Float]?]]

  static func load() throws -> SpaceFixture {
    let file = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("space/hands.json")
    return try JSONDecoder().decode(SpaceFixture.self, from: Data(contentsOf: file))
  }

  var model: CameraModel {
    get throws { try CameraModel(fieldOfViewInDegrees: camera.fieldOfView) }
  }

  /// Landmarks from tenths of a millimeter.
  static func points(_ numbers: [Float]) -> [Landmark] {
    (0..<21).map {
      Landmark(x: numbers[3 * $0] / 10_000, y: numbers[3 * $0 + 1] / 10_000, z: numbers[3 * $0 + 2] / 10_000)
    }
  }

  /// The distance of two landmarks, in meters.
  static func distance(_ first: Landmark, _ second: Landmark) -> Float {
    let (x, y, z) = (first.x - second.x, first.y - second.y, first.z - second.z)
    return (x * x + y * y + z * z).squareRoot()
  }

  static func mean(_ numbers: some Collection<Float>) -> Float { numbers.reduce(0, +) / Float(numbers.count) }
}
