import Foundation
import PixelImaging

/// The pictures used for measurements: rendered hands of the tests, or one from a file.
struct BenchmarkPicture {
  /// What it shows, and its size.
  let name: String
  /// The number of hands to find.
  let handCount: Int
  /// Its pixels, RGB.
  let image: PixelImage

  /// The folder of Package.swift.
  static let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A picture of one or two hands, resized; areas left free by its shape repeat its border.
  ///
  /// - Parameter path: a file; nil for the rendered hands.
  init(path: String?, handCount: Int, width: Int, height: Int) throws {
    let rendered = handCount == 1 ? "Thumb_Up_right.png" : "two_0.png"
    let fixture = Self.packageFolder.appendingPathComponent("Tests/HandTrackingTests/Fixtures/rendered/\(rendered)")
    let image = try PixelImage(contentsOfFile: path ?? fixture.path).converted(to: .rgb)
    let warp = try RegionWarp(
      region: .full, imageWidth: image.width, imageHeight: image.height, outputWidth: width, outputHeight: height,
      keepAspect: true, border: .replicate)
    self.image = try PixelImage(width: width, height: height, format: .rgb, pixels: warp.bytes(of: image))
    self.handCount = handCount
    name = "\(handCount == 1 ? "one hand" : "two hands") \(width)×\(height)"
  }

  /// A picture without a hand: a slope of gray.
  init(width: Int, height: Int) throws {
    let pixels = (0..<height).flatMap { y in
      (0..<width).flatMap { (x: Int) -> [UInt8] in
        let gray = 255 * (x + y) / (width + height)
        return [UInt8](repeating: UInt8(gray), count: 3)
      }
    }
    image = try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
    handCount = 0
    name = "no hand \(width)×\(height)"
  }
}
