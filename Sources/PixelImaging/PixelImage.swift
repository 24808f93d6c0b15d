/// A picture with 8 bits per channel, top row first.
///
/// An image is an immutable value. It holds its pixels in an array, or refers to the caller's memory without a copy.
public struct PixelImage: Sendable {
  /// Pixels of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The channels of a pixel.
  public let format: Format
  /// Bytes from the start of one row to the start of the next.
  public let rowByteStride: Int
  private let storage: PixelStorage

  /// An image with pixels from an array.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at least 1.
  ///   - height: rows, at least 1.
  ///   - format: the channels of a pixel.
  ///   - rowByteStride: bytes from one row to the next; nil means rows without gaps. The last row may end at its last
  ///     pixel.
  ///   - pixels: the bytes, top row first.
  /// - Throws: `ImageError` if a size is not positive or there are too few bytes.
  public init(
    width: Int, height: Int, format: Format, rowByteStride: Int? = nil, pixels: [UInt8]
  ) throws(ImageError) {
    try self.init(
      width: width, height: height, format: format, rowByteStride: rowByteStride, byteCount: pixels.count,
      storage: .array(pixels))
  }

  /// An image that refers to pixels elsewhere without copying them.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at least 1.
  ///   - height: rows, at least 1.
  ///   - format: the channels of a pixel.
  ///   - rowByteStride: bytes from one row to the next; nil means rows without gaps. The last row may end at its last
  ///     pixel.
  ///   - unownedPixels: memory that must stay valid and unchanged as long as this image or a copy of it is in use.
  ///   - owner: an object that keeps that memory alive; the image retains it.
  /// - Throws: `ImageError` if a size is not positive or there are too few bytes.
  public init(
    width: Int, height: Int, format: Format, rowByteStride: Int? = nil, unownedPixels: UnsafeRawBufferPointer,
    owner: (any AnyObject & Sendable)? = nil
  ) throws(ImageError) {
    try self.init(
      width: width, height: height, format: format, rowByteStride: rowByteStride, byteCount: unownedPixels.count,
      storage: .unowned(UnownedPixels(bytes: unownedPixels, owner: owner)))
  }

  private init(
    width: Int, height: Int, format: Format, rowByteStride: Int?, byteCount: Int, storage: PixelStorage
  ) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    let stride = try RowLayout.rowByteStride(
      rowByteStride, count: width, unitByteCount: format.channelCount, rowCount: height, byteCount: byteCount)
    self.width = width
    self.height = height
    self.format = format
    self.rowByteStride = stride
    self.storage = storage
  }

  /// An image with rows without gaps, from code that has just created them.
  ///
  /// - Precondition: `pixels` holds `width × height` pixels.
  package init(packed pixels: [UInt8], width: Int, height: Int, format: Format) {
    precondition(pixels.count == width * height * format.channelCount, "the pixels must fill the image")
    self.width = width
    self.height = height
    self.format = format
    rowByteStride = width * format.channelCount
    storage = .array(pixels)
  }

  // MARK: Pixels

  /// Calls `body` with the bytes of the pixels; row `y` starts at `y × rowByteStride`. The pointer is valid only during
  /// the call.
  ///
  /// - Throws: whatever `body` throws.
  @inline(__always)
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try storage.withUnsafeBytes(body)
  }

  /// The same picture in another format, rows without gaps.
  ///
  /// Gray becomes red = green = blue; color becomes gray by `(77 R + 150 G + 29 B + 128) / 256`. Alpha is kept,
  /// dropped without blending, or set to 255.
  public func converted(to newFormat: Format) -> PixelImage {
    let from = format.colorOffsets
    let to = newFormat.colorOffsets
    let (fromCount, toCount) = (format.channelCount, newFormat.channelCount)
    let pixels = withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: width * height * toCount) { output, count in
        var position = 0
        for y in 0..<height {
          var pixel = y * rowByteStride
          for _ in 0..<width {
            let (red, green, blue) = (source[pixel + from.red], source[pixel + from.green], source[pixel + from.blue])
            if newFormat == .gray {
              let sum = 77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue) + 128
              output[position] = format == .gray ? red : UInt8(truncatingIfNeeded: sum >> 8)
            } else {
              output[position + to.red] = red
              output[position + to.green] = green
              output[position + to.blue] = blue
            }
            if let alpha = newFormat.alphaOffset {
              output[position + alpha] = format.alphaOffset.map { source[pixel + $0] } ?? 255
            }
            pixel += fromCount
            position += toCount
          }
        }
        count = position
      }
    }
    return PixelImage(packed: pixels, width: width, height: height, format: newFormat)
  }
}
