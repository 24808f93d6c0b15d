import PixelImaging

/// The part of a HEIC or AVIF picture that is shown: codecs store sizes in blocks, and the file says what to cut off.
struct CleanAperture {
  private let width: Double
  private let height: Double
  /// From the middle of the picture to the middle of the part.
  private let right: Double
  private let down: Double

  /// Reads the property; nil if it is damaged.
  init?(_ content: BoxReader) {
    var (reader, values) = (content, [Double]())
    for _ in 0..<4 {
      guard let numerator = reader.number(4), let denominator = reader.number(4), denominator > 0 else { return nil }
      values.append(Double(Int32(truncatingIfNeeded: numerator)) / Double(denominator))
    }
    (width, height, right, down) = (values[0], values[1], values[2], values[3])
  }

  /// The part of a picture; the whole picture if the part is not within it.
  func part(of image: PixelImage) -> PixelImage {
    let (left, top) = (
      ((Double(image.width) - width) / 2 + right).rounded(), ((Double(image.height) - height) / 2 + down).rounded()
    )
    guard width >= 1, height >= 1, left >= 0, top >= 0, left + width <= Double(image.width),
      top + height <= Double(image.height)
    else { return image }
    let channelCount = image.format.channelCount
    let (rowByteCount, start) = (Int(width) * channelCount, Int(left) * channelCount)
    let pixels = image.withUnsafeBytes { bytes in
      (0..<Int(height)).flatMap { row in
        let begin = (Int(top) + row) * image.rowByteStride + start
        return Array(bytes[begin..<begin + rowByteCount])
      }
    }
    // The size and the number of bytes agree, so that this cannot fail.
    return (try? PixelImage(width: Int(width), height: Int(height), format: image.format, pixels: pixels)) ?? image
  }
}
