import MachineCode

/// Consecutive calls of emitted code with no Swift in between: small operators have no overhead, not even in a debug
/// build.
///
///     table:  | function | 6 arguments |   for each call
package final class EmittedSequence: EmittedCode {
  /// The arguments of the code that walks a table.
  struct Arguments {
    /// The next call.
    let calls: UnsafePointer<Entry>
    let count: Int
  }

  /// A call in the table.
  struct Entry {
    let address: Int
    let words: EmittedCall.Words
  }

  private static let code = memory(name: "sequence")

  private let function: EmittedFunction<Arguments>
  private let table: UnsafeMutablePointer<Entry>
  /// Owners of the memory that the calls' arguments point to.
  private let owners: [any AnyObject & Sendable]
  /// The number of calls in the table.
  package let count: Int

  /// Writes the table; nil if no code can be emitted.
  package init?(_ calls: [EmittedCall]) {
    guard let code = Self.code else { return nil }
    function = EmittedFunction(code)
    count = calls.count
    table = .allocate(capacity: max(calls.count, 1))
    var owners: [any AnyObject & Sendable] = []
    for index in calls.indices {
      let call = calls[index]
      (table + index).initialize(to: Entry(address: call.address, words: call.words))
      // Neighboring calls often share an owner.
      if let owner = call.owner, owner !== owners.last { owners.append(owner) }
    }
    self.owners = owners
  }

  deinit { table.deallocate() }

  /// Executes the calls, in order.
  package func run() { run(0..<count) }

  /// Executes some of the calls, in order.
  ///
  /// - Precondition: they are less than ``count``; this is not checked.
  package func run(_ calls: Range<Int>) {
    let count = calls.upperBound - calls.lowerBound
    if count > 0 { function(Arguments(calls: table + calls.lowerBound, count: count)) }
  }
}
