import Foundation
import MudraPlatform

/// Reads a file or stream line by line, each as soon as it is there.
struct LineReader {
  /// A line without its end.
  struct Line {
    /// Its bytes, or as many of them as the limit allows.
    let bytes: [UInt8]
    /// Whether there were more bytes than the limit allows.
    let isTooLong: Bool
    /// Whether it ends in a line feed, as every line does but perhaps the last.
    let isWhole: Bool
    /// The bytes from the start of the file to the end of the line.
    let end: Int
  }

  private let file: OpenFile
  private let limit: Int
  private var block = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var position = 0

  /// Lines of a file.
  ///
  /// - Parameter limit: the number of bytes to keep of a line.
  init(_ file: OpenFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The next line; nil after the last one.
  mutating func next() throws(SystemFailure) -> Line? {
    var bytes: [UInt8] = []
    var (isTooLong, isEmpty) = (false, true)
    while true {
      if unread.isEmpty {
        unread = 0..<(try file.read(into: &block))
        guard !unread.isEmpty else {
          return isEmpty ? nil : Line(bytes: bytes, isTooLong: isTooLong, isWhole: false, end: position)
        }
      }
      isEmpty = false
      let end = lineEnd()
      let part = unread.lowerBound..<(end ?? unread.upperBound)
      let kept = part.prefix(limit - bytes.count)
      bytes += block[kept.startIndex..<kept.endIndex]
      isTooLong = isTooLong || kept.count < part.count
      let next = end.map { $0 + 1 } ?? unread.upperBound
      position += next - unread.lowerBound
      unread = next..<unread.upperBound
      if end != nil { return Line(bytes: bytes, isTooLong: isTooLong, isWhole: true, end: position) }
    }
  }

  /// The index of the next line feed in the block.
  private func lineEnd() -> Int? {
    block.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = memchr(start + unread.lowerBound, 10, unread.count)
      else { return nil }
      return UnsafeRawPointer(found) - start
    }
  }
}
