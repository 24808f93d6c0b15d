/// Luma and chroma of a picture, in consecutive planes of Y, U and V: BT.601 in video range.
///
/// A chroma sample is computed from the mean of its 2 × 2 pixels, fewer at an odd edge. Values are within 0.51 of
/// ``YUVImage.Encoding``'s formula.
struct I420Conversion {
  /// The factors of red, green and blue in units of 2^−16, without the offsets.
  private static let luma = factors(0.299, 0.587, 0.114, scale: 219.0 / 255)
  private static let u = factors(-0.299, -0.587, 0.886, scale: 224.0 / 255 / 1.772)
  private static let v = factors(0.701, -0.587, -0.114, scale: 224.0 / 255 / 1.402)

  private typealias Sum = (red: Int, green: Int, blue: Int)

  /// Appends the samples of an image to `output`.
  static func append(_ image: PixelImage, to output: inout [UInt8]) {
    let offsets = image.format.colorOffsets
    let channelCount = image.format.channelCount
    image.withUnsafeBytes { bytes in
      func add(_ x: Int, _ y: Int, to sum: inout Sum) {
        let pixel = y * image.rowByteStride + x * channelCount
        sum.red += Int(bytes[pixel + offsets.red])
        sum.green += Int(bytes[pixel + offsets.green])
        sum.blue += Int(bytes[pixel + offsets.blue])
      }
      for y in 0..<image.height {
        for x in 0..<image.width {
          var sum: Sum = (0, 0, 0)
          add(x, y, to: &sum)
          output.append(sample(luma, sum, count: 1, offset: 16))
        }
      }
      for plane in [u, v] {
        for y in stride(from: 0, to: image.height, by: 2) {
          for x in stride(from: 0, to: image.width, by: 2) {
            var sum: Sum = (0, 0, 0)
            let (columns, rows) = (min(2, image.width - x), min(2, image.height - y))
            for dy in 0..<rows {
              for dx in 0..<columns { add(x + dx, y + dy, to: &sum) }
            }
            output.append(sample(plane, sum, count: columns * rows, offset: 128))
          }
        }
      }
    }
  }

  /// The sample for the mean of `count` pixels (1, 2 or 4), rounded. It is always in 16…240.
  private static func sample(_ factors: Sum, _ sum: Sum, count: Int, offset: Int) -> UInt8 {
    let value = factors.red * sum.red + factors.green * sum.green + factors.blue * sum.blue
    let shift = 16 + count.trailingZeroBitCount
    return UInt8(truncatingIfNeeded: ((value + (1 << (shift - 1))) >> shift) + offset)
  }

  private static func factors(_ red: Double, _ green: Double, _ blue: Double, scale: Double) -> Sum {
    func rounded(_ value: Double) -> Int { Int((value * scale * 65536).rounded()) }
    return (rounded(red), rounded(green), rounded(blue))
  }
}
