import TensorKernels

/// Neighbouring operators that consist of emitted code: each thread makes all its calls with no Swift in between, and
/// waits for the others where an operator needs what they compute.
///
///     thread 0:  | calls of operator 0 | barrier | calls of operator 1 | barrier | …
///     thread 1:  | calls of operator 0 | barrier | calls of operator 1 | barrier | …
///
/// One wake a network instead of one an operator, and the same code in a debug build. With two threads the palm detector
/// gained …, the landmark network … over waking the pool for each operator.
///
/// It lives no longer than the session, whose memory the calls point to.
final class EmittedWork: ThreadWork, @unchecked Sendable {
  /// The calls of an operator, for each thread that takes part.
  typealias Calls = [[EmittedCall]]

  private let sequences: [EmittedSequence]
  private let barrier: EmittedBarrier?

  var threadCount: Int { sequences.count }

  /// Joins the calls of neighbouring operators; nil where no code can be emitted.
  init?(_ operators: [Calls]) {
    let threadCount = operators.reduce(1) { max($0, $1.count) }
    barrier = threadCount > 1 ? EmittedBarrier(threadCount: threadCount) : nil
    guard threadCount == 1 || barrier != nil else { return nil }
    var lists = [[EmittedCall]](repeating: [], count: threadCount)
    var stops = 0
    var threadsBefore = 1
    for calls in operators where calls.contains(where: { !$0.isEmpty }) {
      // What one thread alone made and goes on with needs nobody else.
      if let barrier, max(threadsBefore, calls.count) > 1 {
        for thread in lists.indices { lists[thread].append(barrier.call(stop: stops)) }
        stops += 1
      }
      threadsBefore = calls.count
      for (thread, calls) in calls.enumerated() { lists[thread] += calls }
    }
    sequences = lists.compactMap { EmittedSequence($0) }
    guard sequences.count == threadCount else { return nil }
  }

  /// Before the threads are sent.
  func prepare() { barrier?.reset() }

  func run(thread: Int) {
    sequences[thread].run()
  }
}
