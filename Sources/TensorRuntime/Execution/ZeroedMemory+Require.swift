import MudraPlatform

extension ZeroedMemory {
  /// Checks for available memory before large Swift allocations, which end the process if they fail.
  ///
  /// - Throws: ``ModelError/outOfMemory(byteCount:)`` if the system would refuse that much memory.
  static func require(byteCount: Int) throws(ModelError) {
    guard isAvailable(byteCount: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
  }
}
