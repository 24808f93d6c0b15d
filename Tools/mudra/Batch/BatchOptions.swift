import ArgumentParser
import MudraPlatform

/// Where the pictures of a command come from, and how many are processed at once.
struct BatchOptions: ParsableArguments {
  /// What standard input holds.
  enum Stream: String, ExpressibleByArgument, CaseIterable {
    case paths, framed
  }

  @Option(
    help: ArgumentHelp(
      "Read the paths of the pictures from a file, one per line; ‘-’ is standard input.", valueName: "file"))
  var fromList: String?

  @Option(
    name: .customLong("stdin"),
    help: ArgumentHelp(
      "Answer each picture from standard input with a line of JSON, in order.",
      discussion: """
        paths: one per line. framed: for each picture the length of its id (4 bytes, lowest first; at most 4096), the \
        id, the length of the picture (4 bytes) and the picture. An answer has the id, and hands or an error. Send at \
        most 8 pictures ahead of the answers that you have read.
        """,
      valueName: "kind"))
  var stream: Stream?

  @Flag(name: [.long, .customShort("r")], help: "Include subfolders.")
  var recursive = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Process N pictures at a time; the output does not depend on N.",
      discussion: "By default, the number of available processors divided by --threads.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Continue an interrupted run: repeat its command line with --resume. Needs --json and --output.")
  var resume = false

  @Flag(help: "Print no progress and no messages about single pictures.")
  var quiet = false

  @Flag(help: "With --stdin, exit with status 65 if any picture failed.")
  var strict = false

  func validate() throws {
    try OptionRange.check("--jobs", jobs, in: 1...NetworkOptions.threadLimit)
    if strict, stream == nil { throw ValidationError("--strict needs --stdin") }
  }

  /// The number of pictures to process at the same time.
  ///
  /// - Parameters:
  ///   - threads: the threads of each.
  ///   - count: the number of pictures, if it is known.
  func jobCount(threads: Int, pictures count: Int?) -> Int {
    max(min(jobs ?? ProcessorCount.available / threads, count ?? .max), 1)
  }
}
