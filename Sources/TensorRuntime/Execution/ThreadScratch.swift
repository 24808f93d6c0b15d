import Platform

/// Scratch memory of a session, some for each of its threads.
final class ThreadScratch {
  /// Threads.
  let count: Int
  private let memory: ZeroedMemory
  private let stride: Int

  /// Bytes of scratch for `count` threads that need `byteCount` each.
  static func byteCount(_ byteCount: Int, count: Int) -> Int { stride(byteCount) * count }

  /// Nil where the system refuses the memory.
  init?(byteCount: Int, count: Int) {
    self.count = count
    stride = Self.stride(byteCount)
    guard let memory = ZeroedMemory(byteCount: stride * count) else { return nil }
    self.memory = memory
  }

  /// Each thread's begins on a cache line.
  private static func stride(_ byteCount: Int) -> Int { (byteCount + 63) / 64 * 64 }

  /// The scratch of a thread.
  subscript(thread: Int) -> UnsafeMutableRawPointer { memory.pointer + thread * stride }
}
