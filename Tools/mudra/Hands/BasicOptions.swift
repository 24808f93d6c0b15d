import ArgumentParser

/// The options that most calls of a command that finds hands need, first in its help.
struct BasicOptions: ParsableArguments {
  // Values that start with a minus sign are parsed as values, so that the message is about the number.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Find at most N hands in a picture or frame.", valueName: "n"))
  var hands = 1

  @Option(help: ArgumentHelp("The .task bundle to use instead of the built-in one.", valueName: "file"))
  var model: String?

  @Flag(help: "Print JSON, one line per picture or frame; short for --format json.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "How results are printed.",
      discussion: """
        json: one line per picture or frame. csv: one row per landmark. csv-hands: one row per hand. npz: NumPy \
        arrays in one file, which --output names.
        """))
  var format: ResultFormat?

  func validate() throws {
    try OptionRange.check("--hands", hands, in: 1...)
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other")
    }
  }

  /// How results are printed.
  var resultFormat: ResultFormat { format ?? (json ? .json : .text) }
}
