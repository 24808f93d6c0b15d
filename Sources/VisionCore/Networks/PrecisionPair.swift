import TensorRuntime

/// A task's network and, if the task may have to save time, a faster version of it.
package struct PrecisionPair<State> {
  /// The network that runs as long as there is time.
  package let exact: Network<State>
  /// The faster one, if there is one.
  package let fast: Network<State>?
  /// Whether the faster one runs, if there is one.
  package var isFast = false

  /// A pair of networks with the same inputs and outputs.
  package init(_ exact: Network<State>, fast: Network<State>? = nil) {
    self.exact = exact
    self.fast = fast
  }

  /// The one that runs.
  package var current: Network<State> { isFast ? fast ?? exact : exact }

  /// Both.
  package var all: [Network<State>] { [exact] + (fast.map { [$0] } ?? []) }
}

extension PrecisionPair: Sendable where State: Sendable {}

extension PrecisionPair where State == Plan {
  /// Sessions of both.
  ///
  /// - Throws: `TaskError.unusableModel` if there is not enough memory.
  package func sessions(threads: ThreadPool, arena: SharedArena? = nil) throws(TaskError) -> PrecisionPair<Session> {
    PrecisionPair<Session>(
      try exact.session(threads: threads, arena: arena),
      fast: try fast.map { (network) throws(TaskError) in try network.session(threads: threads, arena: arena) })
  }
}
