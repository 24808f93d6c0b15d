/// Where the results of pictures go.
enum ResultWriter {
  /// - Parameter endsQuietly: whether a reader that goes away ends the program by a signal.
  case standardOutput(endsQuietly: Bool)
  case file(ResultFile)

  /// Writes the lines of one picture at once.
  ///
  /// - Throws: `CommandFailure` if that is impossible; it will be for the other pictures too.
  func write(_ text: String) throws(CommandFailure) {
    switch self {
    case .standardOutput(let endsQuietly): try StandardStreams.print(text, endsQuietly: endsQuietly)
    case .file(let file): try file.append(text)
    }
  }
}
