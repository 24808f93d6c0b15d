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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: lastReason()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockByteCount)
    while true {
      let count = block.withUnsafeMutableBytes { buffer in
        retrying { systemRead(descriptor, buffer) }
      }
      guard count >= 0 else { throw .cannotRead(path: path, reason: lastReason()) }
      if count == 0 { return bytes }
      guard count <= limits.fileByteCount - bytes.count else { throw .fileTooLarge(byteLimit: limits.fileByteCount) }
      bytes += block[..<count]
      if bytes.count >= 8, EncodedFormat(firstBytes: bytes) == nil { throw .unrecognisedFormat }
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
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
    do throws(ImageError) {
      try write(bytes, named: path, descriptor: descriptor)
      guard rename(temporary, final) == 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], named path: String, descriptor: Int32) throws(ImageError) {
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        retrying { systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...])) }
      }
      guard count > 0 else {
        let reason = lastReason()
        close(descriptor)
        throw .cannotWrite(path: path, reason: reason)
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
  }

  // MARK: System calls

  private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
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

  private static func lastReason() -> String {
    String(cString: strerror(errno))
  }
}
