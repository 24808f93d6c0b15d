import MachineCode
import TensorKernels

/// Neighbouring operators that consist of emitted code: each thread makes all its calls with no Swift in between, and
/// waits for the others where an operator needs what they compute.
///
///     thread 0:  | calls of operator 0 | barrier | calls of operator 1 | barrier | …
///     thread 1:  | calls of operator 0 | barrier | calls of operator 1 | barrier | …
///
/// A network wakes its threads once, not once an operator, and runs the same code in a debug build. With two threads
/// on a Zen 4, the palm detector takes 1 to 5 % less time than with a wake for each operator, the landmark network 9 %;
/// a debug build that took 10 to 12 % longer than a release build takes as long.
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
