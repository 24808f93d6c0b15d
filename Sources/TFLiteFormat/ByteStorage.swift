#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Owns the memory that `Bytes` values look into: a private read-only mapping of a file, or a copy of an array.
///
/// The memory is never written after `init` and lives as long as this object, so sharing it between tasks is safe.
final class ByteStorage: Sendable {
  /// The first byte.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// How many bytes there are.
  let count: Int
  private let isMapped: Bool

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes)
    base = memory.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    count = bytes.count
    isMapped = false
  }

  init(mapping path: String) throws(FormatError) {
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
    // mmap reports failure by the address -1.
    guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .cannotOpen(path: path, reason: Self.lastError()) }
    base = UnsafeRawPointer(address)
    count = size
    isMapped = true
  }

  deinit {
    let address = UnsafeMutableRawPointer(mutating: base)
    if isMapped {
      munmap(address, count)
    } else {
      address.deallocate()
    }
  }

  private static func lastError() -> String {
    guard let text = strerror(errno) else { return "error \(errno)" }
    return String(cString: text)
  }
}
