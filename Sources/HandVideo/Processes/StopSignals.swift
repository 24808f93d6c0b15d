import Foundation
import MudraPlatform

/// Signals that end a program, noted while there are children or a camera: the frame in work is finished, then the
/// program ends by the signal. A second signal, or ten seconds, end it at once.
package enum StopSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let patience: UInt32 = 10
  /// The first signal that came; 0 for none.
  private static let pending = Atomic<Int32>(0)
  /// The children to end along with the program; 0 for none.
  private static let decoder = Atomic<pid_t>(0)
  private static let encoder = Atomic<pid_t>(0)
  /// The address of the path of a file to remove if the program ends at once; 0 for none. It is never freed: a handler
  /// may be reading it.
  private static let unfinishedFile = Atomic<UInt>(0)

  /// Whether a signal has come.
  package static var isPending: Bool { pending.load(ordering: .relaxed) != 0 }

  /// Whether ``hold()`` notes signals: in a program whose signals are ours, not in an app.
  private static let isEnabled = Atomic<Bool>(false)

  /// Makes ``hold()`` note signals, in a program that is all ours.
  package static func enable() { isEnabled.store(true, ordering: .relaxed) }

  /// Notes signals from now on.
  package static func hold() {
    guard isEnabled.load(ordering: .relaxed) else { return }
    for number in numbers {
      // One that is ignored, as by `nohup`, stays so.
      if unsafeBitCast(signal(number, handler), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    signal(SIGALRM, handler)
  }

  /// Ends the program by the signal that came, if any.
  package static func raisePending() {
    let number = pending.load(ordering: .relaxed)
    guard number != 0 else { return }
    end(by: number)
  }

  /// Has a child killed if the program ends at once.
  static func add(_ child: pid_t) {
    if !decoder.compareExchange(expected: 0, desired: child, ordering: .relaxed).exchanged {
      encoder.store(child, ordering: .relaxed)
    }
  }

  /// Forgets a child that has ended.
  static func remove(_ child: pid_t) {
    _ = decoder.compareExchange(expected: child, desired: 0, ordering: .relaxed)
    _ = encoder.compareExchange(expected: child, desired: 0, ordering: .relaxed)
  }

  /// Has a file removed if the program ends at once; nil for none.
  static func setUnfinishedFile(_ path: String?) {
    unfinishedFile.store(UInt(bitPattern: path.flatMap { strdup($0) }), ordering: .relaxed)
  }

  /// Kills the children, and removes the unfinished file. Safe in a handler of signals.
  package static func endChildren() {
    for child in [decoder.load(ordering: .relaxed), encoder.load(ordering: .relaxed)] where child != 0 {
      kill(child, SIGKILL)
    }
    if let path = UnsafePointer<CChar>(bitPattern: unfinishedFile.load(ordering: .relaxed)) { unlink(path) }
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    let (isFirst, first) = pending.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    if isFirst, number != SIGALRM {
      alarm(patience)
    } else {
      end(by: first == 0 ? number : first)
    }
  }

  private static func end(by number: Int32) {
    endChildren()
    signal(number, SIG_DFL)
    // While its handler runs, a signal is blocked.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
