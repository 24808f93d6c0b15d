import Foundation
import HandTracking
import PixelImaging
import TestSupport

/// The drawn hands among the fixtures.
enum RenderedPictures {
  /// A picture by its name, such as `Thumb_Up_left`.
  static func image(_ name: String) throws -> PixelImage {
    try PixelImage(
      contentsOfFile: PackageFolders.fixtures(of: "HandTrackingTests")
        .appendingPathComponent("rendered/\(name).png").path)
  }

  /// A picture rotated counterclockwise by 90°, so that it must be rotated clockwise to be upright.
  static func turned(_ image: PixelImage) throws -> PixelImage {
    let source = image.converted(to: .rgb)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(source.width * source.height * 3)
    source.withUnsafeBytes { bytes in
      for x in (0..<source.width).reversed() {
        for y in 0..<source.height {
          for channel in 0..<3 {
            pixels.append(bytes[y * source.rowByteStride + 3 * x + channel])
          }
        }
      }
    }
    return try PixelImage(width: source.height, height: source.width, format: .rgb, pixels: pixels)
  }
}
