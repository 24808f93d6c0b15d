import MudraPlatform

/// Pictures whose paths are the lines of a file or of standard input.
struct PathStream: PictureInputs {
  /// The most bytes of a path.
  static let pathByteLimit = 4096

  private let name: String
  private let skipsEmptyLines: Bool
  private var lines: LineReader
  private var isAtStart = true
  private(set) var count: Int?

  /// The paths in a file; `-` is standard input, whose lines are taken as they come.
  ///
  /// - Parameters:
  ///   - skipsEmptyLines: whether an empty line is not a picture, not even a missing one.
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
        var lines = LineReader(try OpenFile(path, for: .reading), limit: Self.byteOrderMark.count + 1)
        var found = 0
        while let line = try lines.next() {
          let path = found == 0 ? Self.withoutByteOrderMark(line.bytes) : line.bytes[...]
          if !(skipsEmptyLines && Self.isEmpty(path)) { found += 1 }
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
        var bytes = line.bytes[...]
        if isAtStart {
          isAtStart = false
          guard !Self.utf16Marks.contains(where: bytes.starts(with:)) else {
            throw SystemFailure(reason: "is UTF-16 text; save the list as UTF-8")
          }
          bytes = Self.withoutByteOrderMark(bytes)
        }
        if skipsEmptyLines, Self.isEmpty(bytes) { continue }
        let path = Self.path(bytes)
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

  // MARK: Lists of other systems

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let utf16Marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
  private static let carriageReturn = UInt8(ascii: "\r")

  private static func withoutByteOrderMark(_ line: some Collection<UInt8>) -> ArraySlice<UInt8> {
    Array(line.starts(with: byteOrderMark) ? line.dropFirst(byteOrderMark.count) : line.dropFirst(0))[...]
  }

  private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    line.isEmpty || line.elementsEqual([carriageReturn])
  }

  /// The path in a line, without the carriage return that Windows puts before the line feed. A file whose name ends in
  /// one is found all the same.
  private static func path(_ line: ArraySlice<UInt8>) -> String {
    let path = PathText.text(of: line)
    guard line.last == carriageReturn, FileNames.kind(of: path) == nil else { return path }
    return PathText.text(of: line.dropLast())
  }
}
