/// How large an encoded image may be. Checked on the header, before memory for pixels is taken.
public struct ImageLimits: Sendable, Hashable {
  /// Longest side in pixels.
  public var sideLength: Int
  /// Most pixels.
  public var pixelCount: Int
  /// Most bytes of the file.
  public var fileByteCount: Int
  /// Most scans of a progressive JPEG, each of which walks the whole picture.
  public var scanCount: Int

  /// The limits that are in force unless told otherwise.
  public init(
    sideLength: Int = 16_384, pixelCount: Int = 100_000_000, fileByteCount: Int = 512 << 20, scanCount: Int = 64
  ) {
    self.sideLength = sideLength
    self.pixelCount = pixelCount
    self.fileByteCount = fileByteCount
    self.scanCount = scanCount
  }

  /// Bytes that a pixel takes while it is decoded: as decoded, and turned upright or with colours of its own.
  private static let pixelByteCount = 8

  /// Refuses an empty or too large picture, and one that the system has no memory for.
  package func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, width <= sideLength, height <= sideLength, pixels <= pixelCount else {
      throw .tooLarge(width: width, height: height, limits: self)
    }
    let byteCount = min(pixels, Int.max / Self.pixelByteCount) * Self.pixelByteCount
    guard SystemCall.hasMemory(byteCount: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
  }
}
