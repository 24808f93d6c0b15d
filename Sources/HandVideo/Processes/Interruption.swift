import Foundation
import MudraPlatform

/// Signals that end a program, held back while it writes a file, so that no part of one is left.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The signal that came; 0 for none.
  private static let pending = Atomic<Int32>(0)

  /// Does a piece of work, and lets the program end by a signal that came in between only then.
  ///
  /// Writing to a device or pipe at `path` may take any time, and is not protected.
  package static func held<Result, Failure>(
    for path: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard FileIdentity(path) != nil || FileNames.kind(of: path) == nil else { return try work() }
    pending.store(0, ordering: .relaxed)
    let handlers = signals.map { number in
      (number: number, handler: signal(number, note))
    }
    defer {
      for (number, handler) in handlers { signal(number, handler) }
      let number = pending.load(ordering: .relaxed)
      if number != 0 { raise(number) }
    }
    return try work()
  }

  private static let note: @convention(c) (Int32) -> Void = { pending.store($0, ordering: .relaxed) }
}
