import Platform

/// How large an encoded image may be. Checked on all that stands before the pixels, before memory for them is taken.
public struct ImageLimits: Sendable, Hashable {
  /// Longest side in pixels.
  public var sideLength: Int
  /// Most pixels.
  public var pixelCount: Int
  /// Most samples that decoding goes over, which is what takes the time: a JPEG's coefficients, once for every scan
  /// that has them; a PNG's bytes of pixels, as they are stored or as they are given out, whichever are more.
  public var sampleCount: Int
  /// Most bytes of the file.
  public var fileByteCount: Int
  /// Most bytes that the file and its picture take together while they are decoded.
  public var memoryByteCount: Int
  /// Most scans of a progressive JPEG, each of which walks the whole picture.
  public var scanCount: Int

  /// The limits that are in force unless told otherwise.
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

  /// Refuses an empty or too large picture.
  package func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    // Far below the largest number, so that samples and bytes of so many pixels can be counted.
    guard !overflow, width <= sideLength, height <= sideLength, pixels <= min(pixelCount, Int.max >> 8) else {
      throw .tooLarge(width: width, height: height, limits: self)
    }
  }

  /// Refuses a picture that takes too long to decode.
  package func check(sampleCount count: Int) throws(ImageError) {
    guard count <= sampleCount else { throw .tooManySamples(count: count, limit: sampleCount) }
  }

  /// Refuses a picture that takes too much memory, beyond that of its file, and one that the system has no memory for.
  package func check(memoryByteCount count: Int, fileByteCount: Int = 0) throws(ImageError) {
    guard count <= memoryByteCount - fileByteCount else {
      throw .tooMuchMemory(byteCount: count + fileByteCount, limit: memoryByteCount)
    }
    guard ZeroedMemory.isAvailable(byteCount: count) else { throw .outOfMemory(byteCount: count) }
  }
}
