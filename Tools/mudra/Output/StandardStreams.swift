import Foundation
import HandVideo
import MudraPlatform
import TFLiteFormat

/// Standard output for results, standard error for everything else; a line is written immediately and in full.
enum StandardStreams {
  /// Prepares both for whatever they lead to. Before anything else.
  static func prepare() {
    StopSignals.enable()
    // A stream that the caller has closed stays unusable: no file that is opened later gets its number.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A reader that goes away is an error of the write: for standard error of no account.
    signal(SIGPIPE, SIG_IGN)
    // A file that exceeds the size limit is an error to report, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes one or more lines of a result. Waits for a reader as long as it takes.
  ///
  /// - Parameter endsQuietly: whether a reader that goes away ends the program by SIGPIPE, as in a shell's pipelines;
  ///   otherwise it is an error.
  static func print(_ text: String, endsQuietly: Bool = true) throws(CommandFailure) {
    if isatty(STDOUT_FILENO) == 1 { clearPassingLine() }
    guard let error = write(text + "\n", to: STDOUT_FILENO, patience: -1) else { return }
    clearPassingLine()
    if error == EPIPE, endsQuietly {
      // A reader that has seen enough, such as `head`, ends the program silently.
      StopSignals.endChildren()
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    throw CommandFailure("standard output", String(cString: strerror(error)), .cannotWrite)
  }

  /// Tells the user about a failure.
  static func report(_ failure: CommandFailure) {
    report(failure.line)
  }

  /// Tells the user about a failure, in one line.
  static func report(_ message: String) {
    note("mudra: \(message)")
  }

  /// Tells the user something, in one line; nothing if nobody reads it.
  static func note(_ message: String) {
    clearPassingLine()
    let patience: Int32 = isUnread.load(ordering: .relaxed) ? 0 : 1000
    if write(message.onOneLine + "\n", to: STDERR_FILENO, patience: patience) == ETIMEDOUT {
      isUnread.store(true, ordering: .relaxed)
    }
  }

  /// Whether standard error is a terminal that can redraw a line.
  static var canShowPassingLine: Bool {
    isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Shows a line on the terminal until something else is written, or the next such line.
  static func showPassingLine(_ text: String) {
    hasPassingLine.store(true, ordering: .relaxed)
    _ = write("\r\(text)\u{1B}[K", to: STDERR_FILENO, patience: 0)
  }

  /// Removes the line, if there is one.
  static func clearPassingLine() {
    guard hasPassingLine.exchange(false, ordering: .relaxed) else { return }
    _ = write("\r\u{1B}[K", to: STDERR_FILENO, patience: 0)
  }

  /// Whether the terminal shows such a line.
  static var showsPassingLine: Bool { hasPassingLine.load(ordering: .relaxed) }

  private static let hasPassingLine = Atomic<Bool>(false)

  /// Whether standard error has been found full with nobody reading it: then lines do not wait again.
  private static let isUnread = Atomic<Bool>(false)

  /// Writes a whole text; returns the system's error number if that fails.
  ///
  /// - Parameter patience: milliseconds to wait until there is room; -1 for any time.
  private static func write(_ text: String, to descriptor: Int32, patience: Int32) -> Int32? {
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      // All at once; where that must not wait, as many bytes as any pipe has room for when it has some.
      let end = patience < 0 ? bytes.count : min(position + 512, bytes.count)
      if patience >= 0, !hasRoom(descriptor, patience) { return ETIMEDOUT }
      let count = bytes[position..<end].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        position += count
        continue
      }
      switch errno {
      case EINTR: break
      // A pipe that somebody has made not wait.
      case EAGAIN: if !hasRoom(descriptor, patience) { return ETIMEDOUT }
      case let error: return error
      }
    }
    return nil
  }

  /// Waits until something can be written, or fails at once.
  private static func hasRoom(_ descriptor: Int32, _ patience: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&request, 1, patience)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }
}
