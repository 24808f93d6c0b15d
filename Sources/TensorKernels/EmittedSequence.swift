import MachineCode

/// Calls of emitted code, one after the other with no Swift in between: small operators cost what they compute, in a
/// debug build too.
///
///     table:  | function | 6 arguments |   for each call
package final class EmittedSequence {
  /// What the code that walks a table is told.
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

  private let function: EmittedFunction<Arguments>
  private let table: UnsafeMutablePointer<Entry>
  /// What the calls' arguments point to.
  private let owners: [any AnyObject & Sendable]
  /// Calls in the table.
  package let count: Int

  /// Writes the table; nil where no code can be emitted.
  package init?(_ calls: [EmittedCall]) {
    guard let code = EmittedLibrary.sequence else { return nil }
    function = EmittedFunction(code)
    count = calls.count
    // Neighboring calls share one.
    var owners: [any AnyObject & Sendable] = []
    for case let owner? in calls.map(\.owner) where owner !== owners.last { owners.append(owner) }
    self.owners = owners
    table = .allocate(capacity: max(calls.count, 1))
    for (index, call) in calls.enumerated() {
      (table + index).initialize(to: Entry(address: call.address, words: call.words))
    }
  }

  deinit { table.deallocate() }

  /// Makes the calls, in order.
  package func run() { run(0..<count) }

  /// Makes some of the calls, in order.
  ///
  /// - Precondition: they are among ``count``; this is not checked.
  package func run(_ calls: Range<Int>) {
    let count = calls.upperBound - calls.lowerBound
    if count > 0 { function(Arguments(calls: table + calls.lowerBound, count: count)) }
  }
}
