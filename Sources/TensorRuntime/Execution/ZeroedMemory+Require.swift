import MudraPlatform

extension ZeroedMemory {
  /// Checks for available memory before large Swift allocations, which end the process if they fail.
  ///
  /// - Parameter margin: bytes on top, for many allocations that the allocator cannot pack without gaps.
  /// - Throws: ``ModelError/outOfMemory(byteCount:)`` if the system would refuse that much memory.
  static func require(byteCount: Int, margin: Int = 0) throws(ModelError) {
    guard isAvailable(byteCount: byteCount + margin) else { throw .outOfMemory(byteCount: byteCount) }
  }
}
