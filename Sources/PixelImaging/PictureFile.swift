import Platform

/// Reading and writing whole picture files.
enum PictureFile {
  private static let blockByteCount = 1 << 16

  /// All bytes of a PNG or JPEG file. Any other kind of file is rejected by its first bytes.
  static func read(_ path: String, limits: ImageLimits) throws(ImageError) -> [UInt8] {
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
      if bytes.count >= 8, PixelImage.EncodedFormat(firstBytes: bytes) == nil { throw .unrecognizedFormat }
    }
  }

  /// Writes a file under another name next to `path` and renames it, so that `path` is never incomplete.
  ///
  /// A symbolic link is followed; a device or pipe is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    let target = FileNames.resolved(path)
    do throws(SystemFailure) {
      if let target, !FileNames.isRegularFile(target) {
        return try write(bytes, to: OpenFile(target, for: .writing))
      }
      let final = target ?? path
      let temporary = "\(final).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
      let file = try OpenFile(temporary, for: .creating)
      do throws(SystemFailure) {
        try write(bytes, to: file)
        try FileNames.rename(temporary, to: final)
      } catch {
        FileNames.remove(temporary)
        throw error
      }
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  private static func write(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    try file.write(bytes)
    try file.close()
  }
}
