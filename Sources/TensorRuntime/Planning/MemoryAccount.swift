import MudraPlatform

/// The memory held by all networks of a file, against a single limit.
package final class MemoryAccount: Sendable {
  private let held = Atomic<Int>(0)

  package init() {}

  package var byteCount: Int { held.load(ordering: .relaxed) }

  /// Counts bytes until the lease is freed.
  func lease(_ byteCount: Int) -> MemoryLease { MemoryLease(byteCount, self) }

  /// Counts bytes permanently.
  func hold(_ byteCount: Int) { add(byteCount) }

  fileprivate func add(_ byteCount: Int) { held.wrappingAdd(byteCount, ordering: .relaxed) }
}

/// Bytes counted in a ``MemoryAccount`` until the lease is freed.
final class MemoryLease: Sendable {
  private let account: MemoryAccount
  private let held: Atomic<Int>

  fileprivate init(_ byteCount: Int, _ account: MemoryAccount) {
    self.account = account
    held = Atomic(byteCount)
    account.add(byteCount)
  }

  deinit { release() }

  var byteCount: Int { held.load(ordering: .relaxed) }

  /// Stops counting, since something else counts the bytes.
  func release() { account.add(-held.exchange(0, ordering: .relaxed)) }
}

/// The memory for what a session prepares at run time, including nested subgraphs.
struct StageRoom {
  let account = MemoryAccount()
  /// The account's maximum.
  let byteCount: Int

  func options(_ options: PlanOptions) -> PlanOptions {
    var limits = options.limits
    limits.memoryByteCount = byteCount
    return options.parts(limits: limits, memory: account)
  }
}
