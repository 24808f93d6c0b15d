#if os(macOS) && arch(arm64)
  import MudraPlatform

  /// Code pages on Apple's processors, where writable pages may not become executable: pages mapped with `MAP_JIT` are
  /// either, as each thread chooses for all of them at once.
  ///
  /// A process with the hardened runtime needs the entitlement `com.apple.security.cs.allow-jit`; without it the system
  /// refuses the pages.
  ///
  /// Source: Apple, "Porting just-in-time compilers to Apple silicon".
  final class JITMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    private let byteCount: Int

    /// Nil if the system refuses the pages.
    init?(byteCount: Int, _ code: [UInt8]) {
      guard !FaultInjection.refuses(.memory), !FaultInjection.refuses(.executableMemory),
        let libraries = DynamicLibrary(firstOf: ["/usr/lib/libSystem.B.dylib"]),
        let protect = libraries.function("pthread_jit_write_protect_np"),
        let invalidate = libraries.function("sys_icache_invalidate")
      else { return nil }
      let memory = mmap(
        nil, byteCount, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANON | MAP_JIT, -1, 0)
      guard let memory, memory != MAP_FAILED else { return nil }
      (pointer, self.byteCount) = (memory, byteCount)
      let setProtection = unsafeBitCast(protect, to: (@convention(c) (Int32) -> Void).self)
      setProtection(0)
      UnsafeMutableRawBufferPointer(start: memory, count: code.count).copyBytes(from: code)
      setProtection(1)
      unsafeBitCast(invalidate, to: (@convention(c) (UnsafeMutableRawPointer, Int) -> Void).self)(memory, code.count)
    }

    deinit { munmap(pointer, byteCount) }
  }
#endif
