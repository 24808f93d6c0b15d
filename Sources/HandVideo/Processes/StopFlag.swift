import MudraPlatform

/// Ends reads that wait: raised by whoever wants no more frames, and by the program's signals.
package final class StopFlag: Sendable {
  private let value = Atomic<Bool>(false)

  /// A flag that is not raised.
  package init() {}

  /// Ends the reads that have this flag.
  package func raise() { value.store(true, ordering: .relaxed) }

  /// Whether reads are to end.
  package var isRaised: Bool { value.load(ordering: .relaxed) || StopSignals.isPending }
}
