import ArgumentParser

/// Options for what counts as a hand.
struct DetectionOptions: ParsableArguments {
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

  func validate() throws {
    try OptionRange.check("--min-detection", minDetection, in: 0...1)
    try OptionRange.check("--min-presence", minPresence, in: 0...1)
    try OptionRange.check("--min-tracking", minTracking, in: 0...1)
  }
}
