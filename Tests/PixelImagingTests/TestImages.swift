import PixelImaging
import TestSupport

extension PixelImage {
  /// The picture of the pipeline's synthetic checks: `7x + 13y + 29c + (x·y mod 31)`.
  static func synthetic(_ format: PixelImage.Format = .rgb, width: Int = 120, height: Int = 90) throws -> PixelImage {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<3 { pixels.append(UInt8((7 * x + 13 * y + 29 * c + x * y % 31) & 255)) }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels).converted(to: format)
  }

  /// A picture of random bytes, with random gaps between rows.
  static func random(width: Int, height: Int, format: PixelImage.Format, _ generator: inout SeededGenerator) throws
    -> PixelImage
  {
    let rowByteStride = width * format.channelCount + Int.random(in: 0...7, using: &generator)
    let pixels = (0..<rowByteStride * height).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return try PixelImage(width: width, height: height, format: format, rowByteStride: rowByteStride, pixels: pixels)
  }

  /// All bytes of the pixels, rows without gaps.
  var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { y in bytes[y * rowByteStride..<y * rowByteStride + width * format.channelCount] }
    }
  }
}
