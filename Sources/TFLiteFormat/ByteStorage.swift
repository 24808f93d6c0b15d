import MudraPlatform

/// Owns the memory that `Bytes` values view: a copy of a file or of an array.
///
/// Files are copied, not mapped: reading a mapping of a file that has been truncated would crash the process.
///
/// The memory is never written after `init` and lives as long as this object, so sharing it between tasks is safe.
final class ByteStorage: Sendable {
  /// The first byte.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// The number of bytes.
  let count: Int
  /// Pages from the system; nil for memory allocated by Swift.
  private let pages: ZeroedMemory?

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes)
    base = memory.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    count = bytes.count
    pages = nil
  }

  init(reading path: String, limits: BundleLimits) throws(FormatError) {
    let file: OpenFile
    let size: Int
    do {
      file = try OpenFile(path, for: .reading)
      size = try file.byteCount()
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
    guard size > 0 else { throw .cannotOpen(path: path, reason: "the file is empty") }
    try limits.check(fileByteCount: size)
    // Pages, because a failed Swift allocation ends the process.
    guard let pages = ZeroedMemory(byteCount: size, isFilled: true) else {
      throw .cannotOpen(path: path, reason: SystemFailure.last.reason)
    }
    ZeroedMemory.populate(pages.pointer, byteCount: size)
    do {
      // Fewer bytes than the size above if the file has been truncated in the meantime.
      count = try file.fill(UnsafeMutableRawBufferPointer(start: pages.pointer, count: size))
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
    guard count > 0 else { throw .cannotOpen(path: path, reason: "the file is empty") }
    base = UnsafeRawPointer(pages.pointer)
    self.pages = pages
  }

  deinit {
    if pages == nil { UnsafeMutableRawPointer(mutating: base).deallocate() }
  }
}
