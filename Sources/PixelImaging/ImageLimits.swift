import MudraPlatform

/// Limits on encoded images. They are checked on everything before the pixels, before memory for them is allocated.
public struct ImageLimits: Sendable, Hashable {
  /// The maximum length of a side in pixels.
  public var sideLength: Int
  /// The maximum number of pixels.
  public var pixelCount: Int
  /// The maximum number of samples to decode, which determines the time: a JPEG's coefficients, once for every scan
  /// that has them; a PNG's pixel bytes, as stored or as decoded, whichever are more.
  public var sampleCount: Int
  /// The maximum size of the file in bytes.
  public var fileByteCount: Int
  /// The maximum number of bytes that the file and its picture take in total during decoding.
  public var memoryByteCount: Int
  /// The maximum number of scans of a progressive JPEG, each of which covers the whole picture.
  public var scanCount: Int

  /// The default limits.
  public init(
    sideLength: Int = 16_384, pixelCount: Int = 100_000_000, sampleCount: Int = 450_000_000,
    fileByteCount: Int = 256 << 20, memoryByteCount: Int = 1000 << 20, scanCount: Int = 64
  ) {
    self.sideLength = sideLength
    self.pixelCount = pixelCount
    self.sampleCount = sampleCount
    self.fileByteCount = fileByteCount
    self.memoryByteCount = memoryByteCount
    self.scanCount = scanCount
  }

  /// Rejects a picture that is empty or too large.
  package func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    // Far below the largest number, so that counting samples and bytes cannot overflow.
    guard !overflow, width <= sideLength, height <= sideLength, pixels <= min(pixelCount, Int.max >> 8) else {
      throw .tooLarge(width: width, height: height, limits: self)
    }
  }

  /// Rejects a picture that takes too long to decode.
  package func check(sampleCount count: Int) throws(ImageError) {
    guard count <= sampleCount else { throw .tooManySamples(count: count, limit: sampleCount) }
  }

  /// Rejects a picture that, with its file, takes too much memory, or for which the system has no memory.
  package func check(memoryByteCount count: Int, fileByteCount: Int = 0) throws(ImageError) {
    guard count <= memoryByteCount - fileByteCount else {
      throw .tooMuchMemory(byteCount: count + fileByteCount, limit: memoryByteCount)
    }
    guard ZeroedMemory.isAvailable(byteCount: count) else { throw .outOfMemory(byteCount: count) }
  }
}
