import MudraPlatform

/// Owns the memory that `Bytes` values view: a copy of a file or of an array, or a mapped file.
///
/// Files are copied unless the caller wants them mapped: reading a mapping of a file that has been truncated would
/// crash the process.
///
/// The memory is never written after `init`, except by ``discard(_:)``, and lives as long as this object, so sharing it
/// between tasks is safe.
final class ByteStorage: Sendable {
  /// The first byte.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// The number of bytes.
  let count: Int
  /// Pages from the system; nil for memory allocated by Swift.
  private let pages: ZeroedMemory?
  private let mapping: MappedFile?

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes)
    base = memory.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    count = bytes.count
    (pages, mapping) = (nil, nil)
  }

  /// - Parameter maps: whether to map the file, where the system can.
  init(reading path: String, limits: BundleLimits, maps: Bool) throws(FormatError) {
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
    if maps, let mapping = try? file.mapped(byteCount: size) {
      (base, count, pages, self.mapping) = (mapping.pointer, size, nil, mapping)
      return
    }
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
    (self.pages, mapping) = (pages, nil)
  }

  /// Gives back whole pages of memory that is read no more; mapped files and Swift's own memory stay as they are.
  func discard(_ range: Range<Int>) {
    guard let pages else { return }
    ZeroedMemory.discard(pages.pointer + range.lowerBound, byteCount: range.count)
  }

  deinit {
    if pages == nil, mapping == nil { UnsafeMutableRawPointer(mutating: base).deallocate() }
  }
}
