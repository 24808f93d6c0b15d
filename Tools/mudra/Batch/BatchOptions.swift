import ArgumentParser
import MudraPlatform

/// Where the pictures of a command come from, where the results go, and how many pictures are processed at once.
struct BatchOptions: ParsableArguments {
  /// What standard input holds.
  enum Stream: String, ExpressibleByArgument, CaseIterable {
    case paths, framed
  }

  @Option(
    help: ArgumentHelp("Take the paths of pictures from a file, one a line; ‘-’ is standard input.", valueName: "file"))
  var fromList: String?

  @Option(
    name: .customLong("stdin"),
    help: ArgumentHelp(
      "Answer each picture on standard input with a line of JSON, in order.",
      discussion: """
        ‘paths’ are one a line; ‘framed’ pictures come with the length of an id (4 bytes, lowest first; at most 4096), \
        the id, the length of the picture (4 bytes) and its bytes. An answer has the id, and hands or an error. Send \
        at most 8 pictures ahead of the answers that you have read.
        """,
      valueName: "kind"))
  var stream: Stream?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures processed at the same time; results and their order do not depend on it.",
      discussion: "By default one for each processor that may be used, divided by --threads.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Write the results to a file: line by line, or, with --format npz, its arrays at the end.", valueName: "file"))
  var output: String?

  @Flag(help: "Continue the unfinished results in --output; the same pictures and options again. Needs --json.")
  var resume = false

  @Flag(help: "No progress and no lines about single pictures on standard error.")
  var quiet = false

  @Flag(help: "With --stdin: end with status 65 if any picture was answered with an error.")
  var strict = false

  func validate() throws {
    if let jobs, !(1...NetworkOptions.threadLimit).contains(jobs) {
      throw ValidationError("--jobs is \(jobs), expected a number from 1 to \(NetworkOptions.threadLimit)")
    }
    if resume, output == nil { throw ValidationError("--resume: needs the file to continue, --output") }
    if stream != nil, output != nil { throw ValidationError("--output: the answers to --stdin go to standard output") }
    if strict, stream == nil { throw ValidationError("--strict: is for --stdin") }
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
