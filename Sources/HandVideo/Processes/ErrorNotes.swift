import Foundation
import TFLiteFormat

/// What a child said on standard error: its beginning, up to a limit.
struct ErrorNotes {
  /// The most bytes that are kept; the rest is read and forgotten, so that the child never waits.
  static let byteLimit = 4096
  /// The most bytes of a line that are shown.
  private static let lineByteLimit = 200

  private var bytes: [UInt8] = []

  /// Takes what can be read; false at the end.
  mutating func take(from descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    bytes += buffer[..<min(count, Self.byteLimit - bytes.count)]
    return true
  }

  /// Whether there was nothing.
  var isEmpty: Bool { summary == nil }

  /// The first line, without the part of the program that says it (`[mov @ 0x55…] `); nil for none.
  var summary: String? {
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      var text = String(decoding: line, as: UTF8.self)[...]
      while text.hasPrefix("["), let end = text.range(of: "] ") { text = text[end.upperBound...] }
      if !text.allSatisfy(\.isWhitespace) { return String(text).cut(toBytes: Self.lineByteLimit).onOneLine }
    }
    return nil
  }
}
