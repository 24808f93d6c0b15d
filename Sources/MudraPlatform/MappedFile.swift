/// Bytes of a file in pages that the system fills when they are first read, and may take back at any time.
package final class MappedFile: @unchecked Sendable {
  package let pointer: UnsafeRawPointer
  private let byteCount: Int

  /// - Throws: ``SystemFailure`` if the system refuses.
  init(_ descriptor: Int32, byteCount: Int) throws(SystemFailure) {
    #if canImport(WinSDK) || canImport(WASILibc)
      throw SystemFailure(reason: "files are not mapped on this system")
    #else
      let memory =
        FaultInjection.refuses(.memory) ? nil : mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
      // Failure is the address -1.
      guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { throw .last }
      pointer = UnsafeRawPointer(memory)
      self.byteCount = byteCount
    #endif
  }

  deinit {
    #if !canImport(WinSDK) && !canImport(WASILibc)
      munmap(UnsafeMutableRawPointer(mutating: pointer), byteCount)
    #endif
  }
}
