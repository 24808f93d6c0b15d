import Foundation
import PixelImaging

/// The drawn hands among the fixtures of the tasks.
public enum RenderedHands {
  /// What the renderer reports about a picture.
  private struct Truth: Decodable {
    /// The 21 points of each hand, normalized, y down.
    let landmarks: [[[Double]]]
  }

  private static let folder = PackageFolders.fixtures(of: "HandTrackingTests")

  /// The file of a picture, such as `Thumb_Up_left`.
  public static func url(_ name: String) -> URL {
    folder.appendingPathComponent("rendered/\(name).png")
  }

  /// A picture by its name.
  public static func image(_ name: String) throws -> PixelImage {
    try PixelImage(contentsOfFile: url(name).path)
  }

  /// A frame of the drawn clip: one hand at first, two from frame 4, none in frame 13.
  public static func clipFrame(_ index: Int) throws -> PixelImage {
    try PixelImage(contentsOfFile: folder.appendingPathComponent(String(format: "clip/frame%03d.png", index)).path)
  }

  /// The true points of the picture's only hand, in the order of landmarks, y down.
  public static func truth(_ name: String) throws -> [[Double]] {
    let data = try Data(contentsOf: folder.appendingPathComponent("rendered/truth.json"))
    guard let hand = try JSONDecoder().decode([String: Truth].self, from: data)["\(name).png"]?.landmarks.first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return hand
  }

  /// A picture rotated counterclockwise by a number of quarter turns, so that as many clockwise make it upright.
  public static func turned(_ image: PixelImage, quarters: Int = 1) throws -> PixelImage {
    var image = image.converted(to: .rgb)
    for _ in 0..<quarters {
      let last = image.width - 1
      image = try rearranged(image, width: image.height, height: image.width) { (last - $1, $0) }
    }
    return image
  }

  /// The pixel at column x and row y of the result is the one that `place` names in the picture.
  public static func rearranged(
    _ image: PixelImage, width: Int, height: Int, _ place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
  ) throws -> PixelImage {
    let image = image.converted(to: .rgb)
    var pixels: [UInt8] = []
    image.withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let from = place(x, y)
          let start = from.y * image.rowByteStride + 3 * from.x
          pixels += bytes[start..<start + 3]
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }
}
