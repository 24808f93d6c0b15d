import MudraPlatform

/// Allocates executable memory for kernels, up to an optional limit, beyond which portable kernels are used.
///
/// It is passed to emitters explicitly, so that a plan that exhausts its memory does not affect others.
package final class CodeAllocator: Sendable {
  /// For process-wide code, which is never freed. Unlimited, so that no plan can exhaust it.
  package static let process = CodeAllocator()

  private let remaining: Atomic<Int>
  private let allocated = Atomic<Int>(0)
  #if !hasFeature(Embedded)
    /// Shared code by the hash of its layout. `AnyHashable` would query the runtime for each layout.
    private let shared = Mutex<Table>([:])
    private typealias Table = [Int: [(layout: any Sendable, memory: ExecutableMemory)]]
  #endif

  /// Bytes of allocated pages.
  package var byteCount: Int { allocated.load(ordering: .relaxed) }

  /// An allocator of up to `byteCount` bytes of pages.
  package init(byteCount: Int = .max) {
    remaining = Atomic(byteCount)
  }

  /// Nil if the system refuses the memory or the limit is reached.
  ///
  /// - Parameter name: the name of the code in a ``CodeDump``.
  package func allocate(_ code: [UInt8], name: String) -> ExecutableMemory? {
    let byteCount = ZeroedMemory.wholePages(code.count)
    let left = remaining.subtract(byteCount, ordering: .relaxed).newValue
    guard left >= 0, let memory = ExecutableMemory(code) else {
      remaining.add(byteCount, ordering: .relaxed)
      return nil
    }
    allocated.add(byteCount, ordering: .relaxed)
    CodeDump.shared?.write(code, name: name)
    return memory
  }

  /// The code for a layout, emitted for its first kernel; nil if there is none or the system refuses the memory.
  ///
  /// Half of the layers of a MobileNet have the sizes of another layer.
  package func code<Layout: Hashable & Sendable>(
    for layout: Layout, name: String, emit: () -> [UInt8]?
  ) -> ExecutableMemory? {
    #if hasFeature(Embedded)
      return nil
    #else
      var hasher = Hasher()
      hasher.combine(ObjectIdentifier(Layout.self))
      hasher.combine(layout)
      let hash = hasher.finalize()
      func found(_ shared: Table) -> ExecutableMemory? {
        shared[hash]?.first { $0.layout as? Layout == layout }?.memory
      }
      if let memory = shared.withLock({ found($0) }) { return memory }
      guard let code = emit(), let memory = allocate(code, name: name) else { return nil }
      // If another thread was faster, its code is used.
      return shared.withLock { shared in
        if let memory = found(shared) { return memory }
        shared[hash, default: []].append((layout, memory))
        return memory
      }
    #endif
  }
}
