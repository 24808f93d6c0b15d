import Foundation
import MudraPlatform

/// Ends the program with an answer when a command has used its time: for work that no deadline interrupts, such as
/// decoding a picture in a library, and for whatever lies between two checks of one.
///
/// Deadlines answer first, and say where in the file the time went. Processor time of the whole program counts; waiting
/// ends after ten times as much.
final class TimeGuard: Sendable {
  /// How long the deadlines may take to notice.
  private static let grace = 0.2
  private static let pollMicroseconds: UInt32 = 20_000
  private static let waitFactor = 10.0
  private static let shortestWait = 5.0

  private let isAnswered = Atomic<Bool>(false)

  /// Starts the time; without a limit, it never ends.
  ///
  /// - Parameter late: tells the user, from another thread; the program ends when it returns, with its status.
  init(_ limit: Duration?, late: @escaping @Sendable (_ reason: String) -> ExitStatus) {
    guard let limit else { return }
    let seconds = limit / .seconds(1) + Self.grace
    let start = MonotonicClock.nanoseconds()
    // Without a thread there are only the deadlines.
    _ = SystemThread { [self] in
      while !isAnswered.load(ordering: .acquiring) {
        let waited = Double(MonotonicClock.nanoseconds() - start) / 1e9
        if Self.processorSeconds >= seconds { end(late, "takes longer than the limit of \(limit) of processor time") }
        let longest = max(seconds * Self.waitFactor, Self.shortestWait)
        if waited >= longest { end(late, "takes longer than \(longest) seconds, most of it waiting") }
        usleep(Self.pollMicroseconds)
      }
    }
  }

  /// Claims the right to answer, before anything is printed. Waits for the end of the program if the time was over.
  func finish() {
    guard isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    while true { pause() }
  }

  private func end(_ late: (String) -> ExitStatus, _ reason: String) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Not `exit`, whose handlers would run while the main thread works.
    _exit(late(reason).rawValue)
  }

  /// What all threads of the program have computed.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
