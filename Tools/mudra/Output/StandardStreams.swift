import Foundation
import TFLiteFormat

/// Standard output for results, standard error for everything else; a line is written immediately and in full.
enum StandardStreams {
  /// Writes one or more lines of a result.
  static func print(_ text: String) throws(CommandFailure) {
    if let reason = write(text + "\n", to: STDOUT_FILENO) {
      throw CommandFailure("standard output", reason, .cannotWrite)
    }
  }

  /// Tells the user about a failure.
  static func report(_ failure: CommandFailure) {
    report(failure.line)
  }

  /// Tells the user about a failure, in one line.
  static func report(_ message: String) {
    note("mudra: \(message)")
  }

  /// Tells the user something, in one line.
  static func note(_ message: String) {
    _ = write(message.onOneLine + "\n", to: STDERR_FILENO)
  }

  /// Writes a whole text; returns the reason if that fails.
  private static func write(_ text: String, to descriptor: Int32) -> String? {
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return String(cString: strerror(errno))
      }
      position += count
    }
    return nil
  }
}
