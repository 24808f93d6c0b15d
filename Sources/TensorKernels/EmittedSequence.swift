import MachineCode

/// Consecutive calls of emitted code without Swift in between, so that small operators have no overhead, even in debug
/// builds.
///
///     table:  | function | 6 arguments |   for each call
package final class EmittedSequence: EmittedCode {
  struct Arguments {
    /// The next call.
    let calls: UnsafePointer<Entry>
    let count: Int
  }

  struct Entry {
    let address: Int
    let words: EmittedCall.Words
  }

  private static let code = memory(name: "sequence")

  private let function: EmittedFunction<Arguments>
  private let table: UnsafeMutablePointer<Entry>
  /// Owners of the memory that arguments point to.
  private let owners: [any AnyObject & Sendable]
  package let count: Int

  /// The calls of several lists, one after another; nil if no code can be emitted.
  package init?(_ lists: [[EmittedCall]]) {
    guard let code = Self.code else { return nil }
    function = EmittedFunction(code)
    count = lists.reduce(0) { $0 + $1.count }
    table = .allocate(capacity: max(count, 1))
    var owners: [any AnyObject & Sendable] = []
    var next = table
    for calls in lists {
      for call in calls {
        next.initialize(to: Entry(address: call.address, words: call.words))
        next += 1
        // Neighboring calls often share an owner.
        if let owner = call.owner, owner !== owners.last { owners.append(owner) }
      }
    }
    self.owners = owners
  }

  deinit { table.deallocate() }

  package func run() { run(0..<count) }

  /// - Precondition: the range is within ``count``, which is not checked.
  package func run(_ calls: Range<Int>) {
    let count = calls.upperBound - calls.lowerBound
    if count > 0 { function(Arguments(calls: table + calls.lowerBound, count: count)) }
  }
}
