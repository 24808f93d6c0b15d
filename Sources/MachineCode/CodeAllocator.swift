import MudraPlatform

/// Where kernels get executable memory from, without a limit, or up to a number of bytes, beyond which kernels use
/// their portable form.
///
/// It is passed to whatever emits code, so that a plan that uses up its memory does not affect others.
package final class CodeAllocator: Sendable {
  /// For code that is made once per process and never freed. It has no limit, so that no plan can use up what all need.
  package static let process = CodeAllocator()

  private let remaining: Atomic<Int>
  private let allocated = Atomic<Int>(0)
  #if !hasFeature(Embedded)
    /// Code that kernels share, by the hash of its layout. Not by `AnyHashable`, which asks the runtime for each layout
    /// whether its type stands for another one.
    private let shared = Mutex<[Int: [(layout: any Sendable, memory: ExecutableMemory)]]>([:])
  #endif

  /// Bytes of pages that were allocated.
  package var byteCount: Int { allocated.load(ordering: .relaxed) }

  /// An allocator of up to `byteCount` bytes of pages; without a limit by default.
  package init(byteCount: Int = .max) {
    remaining = Atomic(byteCount)
  }

  /// Memory with finished code; nil if the system refuses it or the limit is reached.
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

  /// Memory with the code for a layout, emitted for the first kernel of this layout; nil if there is none or the system
  /// refuses it.
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
      func found(_ shared: [Int: [(layout: any Sendable, memory: ExecutableMemory)]]) -> ExecutableMemory? {
        shared[hash]?.first { $0.layout as? Layout == layout }?.memory
      }
      if let memory = shared.withLock({ found($0) }) { return memory }
      guard let code = emit(), let memory = allocate(code, name: name) else { return nil }
      // Another thread may have made it meanwhile: all have the one that is kept.
      return shared.withLock { shared in
        if let memory = found(shared) { return memory }
        shared[hash, default: []].append((layout, memory))
        return memory
      }
    #endif
  }
}
