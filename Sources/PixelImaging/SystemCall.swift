#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opening, reading and writing files, where calls that a signal interrupts are made again; and asking for memory.
enum SystemCall {
  /// Why a file is not opened.
  struct Refusal: Error {
    let reason: String
  }

  /// Opens a regular file for reading; nobody knows of anything else whether it comes to an end.
  static func openFile(_ path: String) throws(Refusal) -> (descriptor: Int32, byteCount: Int) {
    // Without O_NONBLOCK a named pipe would block until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Refusal(reason: lastReason()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal(reason: status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file")
    }
    return (descriptor, Int(status.st_size))
  }

  /// Reads at most a buffer's bytes: how many there were, 0 at the end of the file, negative if it failed.
  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    retrying {
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Writes all of the bytes; false if it failed.
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = retrying {
          #if canImport(Glibc)
            Glibc.write(descriptor, rest.baseAddress, rest.count)
          #elseif canImport(Musl)
            Musl.write(descriptor, rest.baseAddress, rest.count)
          #elseif canImport(Darwin)
            Darwin.write(descriptor, rest.baseAddress, rest.count)
          #endif
        }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// Whether the system would give so much memory. Swift's own allocations end the process if they fail, so large ones
  /// are asked for in this way before.
  static func hasMemory(byteCount: Int) -> Bool {
    guard byteCount >= 1 << 20 else { return true }
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    return munmap(memory, byteCount) == 0
  }

  /// Why the last call failed.
  static func lastReason() -> String {
    String(cString: strerror(errno))
  }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
