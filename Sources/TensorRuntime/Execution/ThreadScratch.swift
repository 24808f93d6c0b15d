import MudraPlatform

final class ThreadScratch {
  let count: Int
  private let memory: ZeroedMemory
  private let stride: Int

  static func byteCount(_ byteCount: Int, count: Int) -> Int { stride(byteCount) * count }

  /// Nil if the system refuses the memory.
  init?(byteCount: Int, count: Int) {
    self.count = count
    stride = Self.stride(byteCount)
    guard let memory = ZeroedMemory(byteCount: stride * count) else { return nil }
    self.memory = memory
  }

  /// Each thread's scratch begins on a cache line.
  private static func stride(_ byteCount: Int) -> Int { (byteCount + 63) / 64 * 64 }

  subscript(thread: Int) -> UnsafeMutableRawPointer { memory.pointer + thread * stride }
}
