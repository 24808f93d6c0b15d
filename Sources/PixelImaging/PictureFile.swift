import MudraPlatform

/// Reading and writing whole picture files.
package enum PictureFile {
  private static let blockByteCount = 1 << 16

  /// All bytes of a picture file. Any other kind of file is rejected by its first bytes.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - limits: the limit on its bytes.
  ///   - isAccepted: whether a file that starts like this is a picture; by default a PNG or JPEG.
  package static func read(
    _ path: String, limits: ImageLimits,
    isAccepted: ([UInt8]) -> Bool = { PixelImage.EncodedFormat(firstBytes: $0) != nil }
  ) throws(ImageError) -> [UInt8] {
    let file: OpenFile
    let byteCount: Int
    do {
      file = try OpenFile(path, for: .reading)
      byteCount = try file.byteCount()
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
    guard byteCount <= limits.fileByteCount else { throw .fileTooLarge(byteLimit: limits.fileByteCount) }
    guard ZeroedMemory.isAvailable(byteCount: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var block = [UInt8](repeating: 0, count: blockByteCount)
    while true {
      let count: Int
      do {
        count = try file.read(into: &block)
      } catch {
        throw .cannotRead(path: path, reason: error.reason)
      }
      if count == 0 { return bytes }
      // The file may have grown in the meantime.
      guard count <= limits.fileByteCount - bytes.count else { throw .fileTooLarge(byteLimit: limits.fileByteCount) }
      bytes += block[..<count]
      if bytes.count >= 8, bytes.count <= blockByteCount, !isAccepted(bytes) { throw .unrecognized(bytes) }
    }
  }

  /// Writes a file whole or not at all. A symbolic link is followed; a device or pipe is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    do {
      try WholeFile.write(bytes, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
