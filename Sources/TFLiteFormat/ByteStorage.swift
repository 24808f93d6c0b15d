import MudraPlatform

/// Owns the memory that `Bytes` values view: a copy of a file or of an array, or a mapped file.
///
/// Files are copied unless the caller wants them mapped: reading a mapping of a file that has been truncated would
/// crash the process.
///
/// The memory is never written after `init` and lives as long as this object, so sharing it between tasks is safe. The
/// exception is a part that gives its pages back when it ends, while the whole lives on.
final class ByteStorage: Sendable {
  /// The first byte.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// The number of bytes.
  let count: Int
  /// Pages from the system; nil for memory allocated by Swift.
  private let pages: ZeroedMemory?
  private let mapping: MappedFile?
  /// What this is a part of.
  private let whole: ByteStorage?

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes)
    base = memory.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    count = bytes.count
    (pages, mapping, whole) = (nil, nil, nil)
  }

  /// A part that gives back its whole pages when it ends; nil unless `whole` has pages of its own.
  init?(of whole: ByteStorage, _ range: Range<Int>) {
    guard whole.pages != nil else { return nil }
    (base, count) = (whole.base + range.lowerBound, range.count)
    (pages, mapping, self.whole) = (nil, nil, whole)
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
      (base, count, pages, self.mapping, whole) = (mapping.pointer, size, nil, mapping, nil)
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
    (self.pages, mapping, whole) = (pages, nil, nil)
  }

  deinit {
    let memory = UnsafeMutableRawPointer(mutating: base)
    if whole != nil {
      ZeroedMemory.discard(memory, byteCount: count)
    } else if pages == nil, mapping == nil {
      memory.deallocate()
    }
  }
}
