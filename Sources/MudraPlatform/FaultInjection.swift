/// Refusals of the system that a test asks for: of the calls that are made while some code runs, one fails.
///
/// ```swift
/// let counted = FaultInjection()
/// try counted.run { try load() }
/// for index in counted.calls.indices {
///   FaultInjection(failing: index).run { /* The load throws, or does without what it did not get. */ }
/// }
/// ```
///
/// Whatever the system may refuse to a load passes through this module, which asks here before each call. It costs one
/// load of a number, and a running network asks the system for nothing. Only calls of the task (or of the thread, where
/// there is no task) that runs the code count, so tests beside it are not disturbed.
package final class FaultInjection: Sendable {
  /// What the system is asked for.
  package enum Call: Sendable, CaseIterable {
    /// Opening a file.
    case open
    /// The kind and size of an open file.
    case status
    /// Reading from a file.
    case read
    /// Writing to a file.
    case write
    /// Closing a file that was written. What was read needs no answer.
    case close
    /// Giving a file another name.
    case rename
    /// Pages of memory, or the check that enough are available.
    case memory
    /// Making pages executable.
    case executableMemory
    /// Starting a thread.
    case thread
    /// Opening a library.
    case library

    /// The error number of a refusal.
    fileprivate var code: Int32 {
      switch self {
      case .open: EMFILE
      case .status, .read, .close, .rename: EIO
      case .write: ENOSPC
      case .memory, .library: ENOMEM
      case .executableMemory: EACCES
      case .thread: EAGAIN
      }
    }
  }

  /// Codes that run with faults, in the whole process.
  private static let runCount = Atomic<Int>(0)
  private static let current = TaskLocal<FaultInjection?>(wrappedValue: nil)

  private let failing: Int?
  private let made = Mutex<[Call]>([])

  /// Faults for one run.
  ///
  /// - Parameter index: the position, among all calls, of the one that fails; nil if none does.
  package init(failing index: Int? = nil) {
    failing = index
  }

  /// The calls that were made, the failed one too, in their order.
  package var calls: [Call] { made.withLock { $0 } }

  /// Runs code whose calls are counted, and one of which fails.
  ///
  /// - Throws: what `body` throws.
  package func run<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    Self.runCount.add(1, ordering: .relaxed)
    defer { Self.runCount.subtract(1, ordering: .relaxed) }
    return try Self.current.withValue(self) { Swift.Result { () throws(Failure) -> Result in try body() } }.get()
  }

  /// Whether a call must fail instead of being made; `errno` then says why.
  package static func refuses(_ call: Call) -> Bool {
    guard runCount.load(ordering: .relaxed) > 0, let faults = current.get() else { return false }
    let index = faults.made.withLock { calls in
      calls.append(call)
      return calls.count - 1
    }
    guard index == faults.failing else { return false }
    errno = call.code
    return true
  }
}
