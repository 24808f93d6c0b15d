import PixelImaging
import TestSupport

/// Pictures made from others.
enum EditedPictures {
  /// An RGB picture of a given size whose pixels come from positions of another one.
  private static func moved(
    _ image: PixelImage, width: Int, height: Int, from place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
  ) throws -> PixelImage {
    let source = image.converted(to: .rgb)
    let pixels = source.withUnsafeBytes { bytes in
      var pixels = [UInt8](repeating: 0, count: width * height * 3)
      for y in 0..<height {
        for x in 0..<width {
          let (fromX, fromY) = place(x, y)
          for channel in 0..<3 {
            pixels[3 * (y * width + x) + channel] = bytes[fromY * source.rowByteStride + 3 * fromX + channel]
          }
        }
      }
      return pixels
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }

  /// The mirror image: left and right are swapped.
  static func mirrored(_ image: PixelImage) throws -> PixelImage {
    try moved(image, width: image.width, height: image.height) { (image.width - 1 - $0, $1) }
  }

  /// Columns become rows: mirrored, then rotated left by 90°, it is the original picture.
  static func transposed(_ image: PixelImage) throws -> PixelImage {
    try moved(image, width: image.height, height: image.width) { ($1, $0) }
  }

  /// A gray picture of a size with others in it, each with its upper left corner at a place.
  static func gray(
    width: Int, height: Int, with parts: [(image: PixelImage, x: Int, y: Int)] = []
  ) throws -> PixelImage {
    var pixels = [UInt8](repeating: 96, count: width * height * 3)
    for part in parts {
      let source = part.image.converted(to: .rgb)
      source.withUnsafeBytes { bytes in
        for y in 0..<source.height {
          let start = 3 * ((part.y + y) * width + part.x)
          let row = bytes[y * source.rowByteStride..<y * source.rowByteStride + 3 * source.width]
          pixels.replaceSubrange(start..<start + 3 * source.width, with: row)
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }

  /// The picture with noise of up to `amplitude` in every value, like that of a camera in the dark.
  static func noisy(_ image: PixelImage, amplitude: Float, seed: UInt64) throws -> PixelImage {
    let source = image.converted(to: .rgb)
    var generator = SeededGenerator(seed: seed)
    let pixels = source.withUnsafeBytes { bytes in
      bytes.map { UInt8(min(max(Float($0) + amplitude * generator.nextFloat(), 0), 255)) }
    }
    return try PixelImage(width: source.width, height: source.height, format: .rgb, pixels: pixels)
  }
}
