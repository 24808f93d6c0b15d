import Platform

/// Owns the memory that `Bytes` values look into: a copy of a file or of an array.
///
/// A file is copied and not mapped: a mapping of a file that somebody shortens ends the process when it is read.
///
/// The memory is never written after `init` and lives as long as this object, so sharing it between tasks is safe.
final class ByteStorage: Sendable {
  /// The first byte.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// How many bytes there are.
  let count: Int
  /// Pages taken from the system; nil for memory of Swift.
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
    // Pages, since Swift's own memory cannot be refused.
    guard let pages = ZeroedMemory(byteCount: size) else {
      throw .cannotOpen(path: path, reason: SystemFailure.last.reason)
    }
    do {
      // Fewer bytes than it had a moment ago if somebody shortens it meanwhile.
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
