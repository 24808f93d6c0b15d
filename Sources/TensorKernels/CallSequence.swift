import MachineCode

/// Consecutive calls, by emitted code where there can be any, without Swift in between: so small operators have no
/// overhead, even in debug builds.
///
///     table:  | function | 6 arguments |   for each call
package final class CallSequence: EmittedCode {
  struct Arguments {
    /// The next call.
    let calls: UnsafePointer<Entry>
    let count: Int
  }

  struct Entry {
    let address: Int
    let words: KernelCall.Words
  }

  private static let code = memory(name: "sequence")

  private let function: EmittedFunction<Arguments>?
  private let table: UnsafeMutablePointer<Entry>
  /// Owners of the memory that arguments point to.
  private let owners: [any AnyObject & Sendable]
  package let count: Int

  package init(_ calls: [KernelCall]) {
    function = Self.code.map { EmittedFunction($0) }
    count = calls.count
    table = .allocate(capacity: max(count, 1))
    var owners: [any AnyObject & Sendable] = []
    var next = table
    for call in calls {
      next.initialize(to: Entry(address: call.address, words: call.words))
      next += 1
      // Neighboring calls often share an owner.
      if let owner = call.owner, owner !== owners.last { owners.append(owner) }
    }
    self.owners = owners
  }

  deinit { table.deallocate() }

  package func run() { run(0..<count) }

  /// - Precondition: the range is within ``count``, which is not checked.
  package func run(_ calls: Range<Int>) {
    let count = calls.upperBound - calls.lowerBound
    guard let function else {
      for call in calls { KernelCall.run(table[call].address, table[call].words) }
      return
    }
    if count > 0 { function(Arguments(calls: table + calls.lowerBound, count: count)) }
  }
}
