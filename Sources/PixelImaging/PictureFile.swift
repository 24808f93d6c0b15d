#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading and writing whole files of pictures.
enum PictureFile {
  private static let blockByteCount = 1 << 16

  /// All bytes of a PNG or JPEG file. Any other kind of file is refused by its first bytes.
  static func read(_ path: String, limits: ImageLimits) throws(ImageError) -> [UInt8] {
    let (descriptor, byteCount): (Int32, Int)
    do {
      (descriptor, byteCount) = try SystemCall.openFile(path)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
    defer { close(descriptor) }
    guard byteCount <= limits.fileByteCount else { throw .fileTooLarge(byteLimit: limits.fileByteCount) }
    guard SystemCall.hasMemory(byteCount: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var block = [UInt8](repeating: 0, count: blockByteCount)
    while true {
      let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0) }
      guard count >= 0 else { throw .cannotRead(path: path, reason: SystemCall.lastReason()) }
      if count == 0 { return bytes }
      // It may have grown since.
      guard count <= limits.fileByteCount - bytes.count else { throw .fileTooLarge(byteLimit: limits.fileByteCount) }
      bytes += block[..<count]
      if bytes.count >= 8, PixelImage.EncodedFormat(firstBytes: bytes) == nil { throw .unrecognisedFormat }
    }
  }

  /// Writes a file under a name beside `path` and renames it, so that `path` never holds a part of it.
  ///
  /// A symbolic link is followed; a device or pipe is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    let target = resolved(path)
    if let target, !isRegularFile(target) {
      return try write(bytes, named: path, descriptor: open(target, O_WRONLY | O_CLOEXEC))
    }
    let final = target ?? path
    let temporary = "\(final).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: SystemCall.lastReason()) }
    do throws(ImageError) {
      try write(bytes, named: path, descriptor: descriptor)
      guard rename(temporary, final) == 0 else { throw .cannotWrite(path: path, reason: SystemCall.lastReason()) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], named path: String, descriptor: Int32) throws(ImageError) {
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: SystemCall.lastReason()) }
    guard SystemCall.writeAll(descriptor, bytes) else {
      let reason = SystemCall.lastReason()
      close(descriptor)
      throw .cannotWrite(path: path, reason: reason)
    }
    guard close(descriptor) == 0 else { throw .cannotWrite(path: path, reason: SystemCall.lastReason()) }
  }

  /// The path without symbolic links, or nil if nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
