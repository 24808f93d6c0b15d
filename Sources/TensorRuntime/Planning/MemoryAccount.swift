import MudraPlatform

/// The memory that the networks of a file hold together, counted against a single limit.
package final class MemoryAccount: Sendable {
  private let held = Atomic<Int>(0)

  /// An account of no bytes.
  package init() {}

  /// Bytes that are held now.
  package var byteCount: Int { held.load(ordering: .relaxed) }

  /// Counts bytes until the lease is given back.
  func lease(_ byteCount: Int) -> MemoryLease { MemoryLease(byteCount, self) }

  /// Counts bytes from now on.
  func hold(_ byteCount: Int) { add(byteCount) }

  fileprivate func add(_ byteCount: Int) { held.wrappingAdd(byteCount, ordering: .relaxed) }
}

/// Bytes of a ``MemoryAccount``, which are given back when the lease goes away.
final class MemoryLease: Sendable {
  private let account: MemoryAccount
  private let held: Atomic<Int>

  fileprivate init(_ byteCount: Int, _ account: MemoryAccount) {
    self.account = account
    held = Atomic(byteCount)
    account.add(byteCount)
  }

  deinit { release() }

  /// Bytes that are counted now.
  var byteCount: Int { held.load(ordering: .relaxed) }

  /// Gives the bytes back, since something else counts them.
  func release() { account.add(-held.exchange(0, ordering: .relaxed)) }
}

/// The memory for what a session prepares at run time: stages of its subgraphs, and of those that they run.
struct StageRoom {
  let account = MemoryAccount()
  /// The maximum of the account.
  let byteCount: Int

  /// The options with which they are prepared.
  func options(_ options: PlanOptions) -> PlanOptions {
    var limits = options.limits
    limits.memoryByteCount = byteCount
    return options.parts(limits: limits, memory: account)
  }
}
