import Foundation
import HandPose
import TestSupport

/// The drawn hands among the fixtures of the tasks.
enum RenderedHands {
  /// What the renderer reports about a picture.
  private struct Truth: Decodable {
    /// The 21 points of each hand, normalized, y down.
    let landmarks: [[[Double]]]
  }

  private static let folder = PackageFolders.fixtures(of: "HandTrackingTests")

  /// The path of a picture, such as `Thumb_Up_left`.
  static func url(_ name: String) -> URL {
    folder.appendingPathComponent("rendered/\(name).png")
  }

  /// A picture by its name.
  static func image(_ name: String) throws -> PixelImage {
    try PixelImage(contentsOfFile: url(name).path)
  }

  /// A frame of the drawn clip: one hand at first, two from frame 4, none in frame 13.
  static func clipFrame(_ index: Int) throws -> PixelImage {
    try PixelImage(contentsOfFile: folder.appendingPathComponent(String(format: "clip/frame%03d.png", index)).path)
  }

  /// The true points of the picture's only hand, in the order of ``HandLandmark``, y down.
  static func truth(_ name: String) throws -> [[Double]] {
    let data = try Data(contentsOf: folder.appendingPathComponent("rendered/truth.json"))
    guard let hand = try JSONDecoder().decode([String: Truth].self, from: data)["\(name).png"]?.landmarks.first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return hand
  }

  /// A picture rotated counterclockwise by a number of quarter turns.
  static func turned(_ image: PixelImage, quarters: Int) throws -> PixelImage {
    var image = image.converted(to: .rgb)
    for _ in 0..<quarters {
      var pixels: [UInt8] = []
      image.withUnsafeBytes { bytes in
        for x in (0..<image.width).reversed() {
          for y in 0..<image.height {
            pixels += bytes[y * image.rowByteStride + 3 * x..<y * image.rowByteStride + 3 * x + 3]
          }
        }
      }
      image = try PixelImage(width: image.height, height: image.width, format: .rgb, pixels: pixels)
    }
    return image
  }
}
