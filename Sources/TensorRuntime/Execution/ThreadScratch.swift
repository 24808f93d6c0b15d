import MudraPlatform

/// The scratch memory of a session, separate for each of its threads.
final class ThreadScratch {
  /// The number of threads.
  let count: Int
  private let memory: ZeroedMemory
  private let stride: Int

  /// Bytes of scratch for `count` threads that need `byteCount` each.
  static func byteCount(_ byteCount: Int, count: Int) -> Int { stride(byteCount) * count }

  /// Nil if the system refuses the memory.
  init?(byteCount: Int, count: Int) {
    self.count = count
    stride = Self.stride(byteCount)
    guard let memory = ZeroedMemory(byteCount: stride * count) else { return nil }
    self.memory = memory
  }

  /// The scratch of each thread begins on a cache line.
  private static func stride(_ byteCount: Int) -> Int { (byteCount + 63) / 64 * 64 }

  /// The scratch of a thread.
  subscript(thread: Int) -> UnsafeMutableRawPointer { memory.pointer + thread * stride }
}
