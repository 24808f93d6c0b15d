#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading and writing open files; calls that a signal interrupts are made again.
enum SystemCall {
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
