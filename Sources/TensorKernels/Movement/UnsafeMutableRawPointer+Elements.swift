extension UnsafeMutableRawPointer {
  /// Writes an element of `byteCount` bytes `count` times.
  package func writeElements(_ element: UnsafeRawPointer, byteCount: Int, count: Int) {
    guard count > 0 else { return }
    copyMemory(from: element, byteCount: byteCount)
    // What has been written is copied, twice as much each time while the first cache holds it.
    var written = byteCount
    while written < count * byteCount {
      let next = Swift.min(written, count * byteCount - written, 1 << 12)
      (self + written).copyMemory(from: self, byteCount: next)
      written += next
    }
  }
}
