import MediaPipeTasksVision
import TestSupport
import Testing

/// A rendered picture in the place of one of MediaPipe's test pictures, and what MediaPipe 1.2.2 finds in it.
struct SuitePicture {
  static let thumbUp = "Thumb_Up_left"
  static let fist = "Closed_Fist_right"
  static let pointingUp = "Pointing_Up_left"
  static let twoHands = "two_0"

  let image: PixelImage
  /// The first hand's landmarks.
  let landmarks: [[Float]]
  /// The first hand's world landmarks.
  let worldLandmarks: [[Float]]

  init(_ name: String) throws {
    let folder = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered")
    image = try PixelImage(contentsOfFile: folder.appendingPathComponent("\(name).png").path)
    let golden = try JSONDecoder().decode(
      Golden.self, from: Data(contentsOf: folder.appendingPathComponent("golden.json")))
    let hand = try #require(golden.images["rendered/\(name).png"]?.hands.first)
    (landmarks, worldLandmarks) = (hand.landmarks, hand.world_landmarks)
  }

  /// The picture as a camera stores it that was turned clockwise, or counterclockwise: `.left` or `.right` makes it
  /// upright.
  func turned(clockwise: Bool) throws -> PixelImage {
    let source = image.converted(to: .rgb)
    let (width, height) = (source.width, source.height)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    source.withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let (column, row) = clockwise ? (height - 1 - y, x) : (y, width - 1 - x)
          for channel in 0..<3 {
            pixels[3 * (row * height + column) + channel] = bytes[y * source.rowByteStride + 3 * x + channel]
          }
        }
      }
    }
    return try PixelImage(width: height, height: width, format: .rgb, pixels: pixels)
  }

  static func withoutHands() throws -> PixelImage {
    let row = (0..<320).map { UInt8($0 / 2) }
    let pixels = [[UInt8]](repeating: row, count: 240).flatMap { $0 }
    return try PixelImage(width: 320, height: 240, format: .gray, pixels: pixels)
  }

  private struct Golden: Decodable {
    struct Image: Decodable { let hands: [Hand] }
    struct Hand: Decodable {
      let landmarks: [[Float]]
      let world_landmarks: [[Float]]
    }
    let images: [String: Image]
  }
}

/// The suites compare x and y of the first hand, within 0.03.
func expectNear<Point>(
  _ points: [Point], _ expected: [[Float]], _ coordinates: (Point) -> (Float, Float),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(points.count == 21 && expected.count == 21, sourceLocation: sourceLocation)
  for (point, expected) in zip(points, expected) {
    let (x, y) = coordinates(point)
    #expect(abs(x - expected[0]) <= 0.03 && abs(y - expected[1]) <= 0.03, sourceLocation: sourceLocation)
  }
}
