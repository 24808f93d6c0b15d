import MudraPlatform

/// Writes pictures as the frames of a YUV4MPEG2 clip (`.y4m`): 4:2:0, BT.601, video range.
///
/// Every frame is written immediately, so that a clip that ends early, such as when the disk is full, is complete up to
/// its last frame. A file without space for its header is removed.
public final class Y4MWriter {
  /// Pixels of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  private let file: OpenFile
  /// The bytes of a frame; reused for every frame.
  private var bytes: [UInt8] = []
  /// Bytes of the header and the whole frames.
  private var byteCount = 0

  /// Creates or overwrites a file and writes the header.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - width: pixels of a row.
  ///   - height: rows.
  ///   - frameRate: frames per second; nil for a clip that does not state it.
  /// - Throws: `Y4MError.unusableSize`, or `.cannotWrite` if the file cannot be created.
  public init(path: String, width: Int, height: Int, frameRate: Y4MFrameRate?) throws(Y4MError) {
    do {
      try ImageLimits().check(width: width, height: height)
    } catch {
      throw .unusableSize(error)
    }
    self.width = width
    self.height = height
    do {
      file = try OpenFile(path, for: .overwriting)
    } catch {
      throw .cannotWrite(reason: error.reason)
    }
    let rate = frameRate.map { "\($0.numerator):\($0.denominator)" } ?? "0:0"
    do {
      try write(Array("YUV4MPEG2 W\(width) H\(height) F\(rate) Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8))
    } catch {
      if file.isRegular { FileNames.remove(path) }
      throw error
    }
  }

  /// Writes the next frame. An alpha channel is dropped.
  ///
  /// - Throws: `Y4MError.otherSize` for a frame of another size than the clip's, `.cannotWrite` if writing fails.
  public func write(_ image: PixelImage) throws(Y4MError) {
    guard image.width == width, image.height == height else {
      throw .otherSize(
        width: image.width, height: image.height, expectedWidth: width, expectedHeight: height)
    }
    bytes.removeAll(keepingCapacity: true)
    bytes += "FRAME\n".utf8
    I420Conversion.append(image, to: &bytes)
    try write(bytes)
  }

  /// Writes all bytes, or undoes a partial write.
  private func write(_ bytes: [UInt8]) throws(Y4MError) {
    do {
      try file.write(bytes)
    } catch {
      if file.isRegular { file.truncate(toByteCount: byteCount) }
      throw .cannotWrite(reason: error.reason)
    }
    byteCount += bytes.count
  }
}
