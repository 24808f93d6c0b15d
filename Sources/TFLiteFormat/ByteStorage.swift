#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  /// Bytes of pages taken from the system; 0 for memory of Swift.
  private let mappedByteCount: Int

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes)
    base = memory.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    count = bytes.count
    mappedByteCount = 0
  }

  init(reading path: String, limits: BundleLimits) throws(FormatError) {
    guard !path.utf8.contains(0) else {
      throw .cannotOpen(path: path, reason: "the path holds a NUL character")
    }
    // Without O_NONBLOCK a named pipe would block until somebody writes to it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .cannotOpen(path: path, reason: Self.lastError()) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .cannotOpen(path: path, reason: Self.lastError()) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen(path: path, reason: "it is a folder")
    default: throw .cannotOpen(path: path, reason: "it is not a regular file")
    }
    guard status.st_size > 0, let size = Int(exactly: status.st_size) else {
      throw .cannotOpen(path: path, reason: "the file is empty")
    }
    try limits.check(fileByteCount: size)
    // Pages, since Swift's own memory cannot be refused. mmap reports failure by the address -1.
    guard let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .cannotOpen(path: path, reason: Self.lastError()) }
    // Fewer bytes than it had a moment ago if somebody shortens it meanwhile.
    let found = Self.read(file, into: UnsafeMutableRawBufferPointer(start: address, count: size))
    guard found > 0 else {
      let reason = found < 0 ? Self.lastError() : "the file is empty"
      munmap(address, size)
      throw .cannotOpen(path: path, reason: reason)
    }
    base = UnsafeRawPointer(address)
    count = found
    mappedByteCount = size
  }

  /// Reads until the buffer is full or the file ends: how many bytes there were, negative if it failed.
  private static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(file, rest.baseAddress, rest.count, off_t(filled))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? count : filled }
      filled += count
    }
    return filled
  }

  deinit {
    let address = UnsafeMutableRawPointer(mutating: base)
    if mappedByteCount > 0 {
      munmap(address, mappedByteCount)
    } else {
      address.deallocate()
    }
  }

  private static func lastError() -> String {
    guard let text = strerror(errno) else { return "error \(errno)" }
    return String(cString: text)
  }
}
