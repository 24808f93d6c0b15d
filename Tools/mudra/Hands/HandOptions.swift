import ArgumentParser
import Mudra

/// Options of the commands that find hands.
struct HandOptions: ParsableArguments {
  @OptionGroup(title: "Basics") var basics: BasicOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ignore palms that score lower, 0 to 1.", valueName: "score"))
  var minDetection: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ignore hands whose presence is not above this, 0 to 1.", valueName: "score"))
  var minPresence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Overlap above which a detected palm counts as an already tracked hand, 0 to 1.", valueName: "overlap"))
  var minTracking: Float = 0.5

  @Flag(help: "All hands belong to one person: of two, one is left and one is right.")
  var onePerson = false

  @Flag(
    help: ArgumentHelp(
      "Let the palm detector skip the empty borders of a wide picture.",
      discussion: """
        Saves about a quarter of its time at 16:9. Landmarks shift slightly, and some hands near a border are missed.
        """)
  )
  var cutLetterbox = false

  @OptionGroup(title: "Pictures and where to search") var search: SearchOptions
  @OptionGroup(title: "Gestures to report") var gestures: GestureOptions
  @OptionGroup(title: "What results contain") var report: ReportOptions
  @OptionGroup(title: "Networks") var network: NetworkOptions
  @OptionGroup(title: "Networks") var pictures: PictureLimitOptions

  func validate() throws {
    try OptionRange.check("--min-detection", minDetection, in: 0...1)
    try OptionRange.check("--min-presence", minPresence, in: 0...1)
    try OptionRange.check("--min-tracking", minTracking, in: 0...1)
    guard !onePerson || basics.hands <= 2 else {
      throw ValidationError("--one-person: a person has at most 2 hands, --hands is \(basics.hands)")
    }
  }

  /// The bundle to use: the given one, or that of the program.
  func bundlePath(_ bundled: String?, name: String) throws(CommandFailure) -> String {
    if let model = basics.model {
      try InputFile.check(model)
      return model
    }
    guard let bundled else {
      throw CommandFailure(
        name, "the built-in bundle is missing beside the program; name one with --model", .inputMissing)
    }
    return bundled
  }
}
