import Foundation
import MudraPlatform

/// Pictures whose paths are the lines of a file or of standard input.
struct PathStream: PictureInputs {
  /// The most bytes of a path.
  static let pathByteLimit = 4096

  private let name: String
  private let skipsEmptyLines: Bool
  private var lines: LineReader
  private(set) var count: Int?

  /// The paths in a file; `-` is standard input, whose lines are taken as they come.
  ///
  /// - Parameters:
  ///   - skipsEmptyLines: whether an empty line is no picture, not even a missing one.
  ///   - counts: whether to count the lines of a file first, which reads it twice.
  init(_ path: String, skipsEmptyLines: Bool, counts: Bool = false) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    self.skipsEmptyLines = skipsEmptyLines
    let isStream = path == "-"
    if !isStream { try InputFile.check(path) }
    do throws(SystemFailure) {
      let file = isStream ? OpenFile(borrowing: STDIN_FILENO) : try OpenFile(path, for: .reading)
      lines = LineReader(file, limit: Self.pathByteLimit)
      if counts, !isStream {
        var lines = LineReader(try OpenFile(path, for: .reading), limit: 1)
        var found = 0
        while let line = try lines.next() {
          if !(skipsEmptyLines && line.bytes.isEmpty) { found += 1 }
        }
        count = found
      }
    } catch {
      throw CommandFailure(name, error.reason, .inputMissing)
    }
  }

  mutating func next() throws(CommandFailure) -> PictureInput? {
    do throws(SystemFailure) {
      while let line = try lines.next() {
        if skipsEmptyLines, line.bytes.isEmpty { continue }
        let path = String(decoding: line.bytes, as: UTF8.self)
        guard line.isTooLong else { return PictureInput(source: path, content: .file) }
        let failure = CommandFailure(
          path, "the path has more than \(Self.pathByteLimit) bytes", .inputMissing, .missing)
        return PictureInput(source: path, content: .failure(failure))
      }
      return nil
    } catch {
      throw CommandFailure(name, error.reason)
    }
  }
}
