import MudraPlatform

extension ZeroedMemory {
  /// Checks for available memory before large Swift allocations, whose failure would end the process.
  ///
  /// - Parameter margin: additional bytes for fragmentation by many allocations.
  /// - Throws: ``ModelError/outOfMemory(byteCount:)`` if the system would refuse that much memory.
  static func require(byteCount: Int, margin: Int = 0) throws(ModelError) {
    guard isAvailable(byteCount: byteCount + margin) else { throw .outOfMemory(byteCount: byteCount) }
  }
}
