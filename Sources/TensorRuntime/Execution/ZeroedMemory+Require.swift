import Platform

extension ZeroedMemory {
  /// Asks for memory before Swift's own large allocations, which end the process if they fail.
  ///
  /// - Throws: ``ModelError/outOfMemory(byteCount:)`` if the system would refuse so much.
  static func require(byteCount: Int) throws(ModelError) {
    guard isAvailable(byteCount: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
  }
}
