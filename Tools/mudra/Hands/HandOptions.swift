import ArgumentParser
import Mudra

/// Options of the commands that find hands.
struct HandOptions: ParsableArguments {
  // Values that start with a minus sign are parsed as values, so that the message is about the number.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most hands to find in a picture or frame.", valueName: "n"))
  var hands = 1

  @Option(help: ArgumentHelp("A .task bundle; by default the one that comes with the program.", valueName: "file"))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The lowest score of a palm that counts, 0 to 1.", valueName: "score"))
  var minDetection: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The presence that a hand must exceed, 0 to 1.", valueName: "score"))
  var minPresence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The overlap above which a palm is a hand known already, 0 to 1.", valueName: "overlap"))
  var minTracking: Float = 0.5

  @Flag(help: "The hands are one person's: of two, one is left and one is right.")
  var onePerson = false

  @Flag(
    help: ArgumentHelp(
      "The palm detector computes only the rows of a wide picture.",
      discussion: "It takes about a quarter less time at 16:9. Hands move a little, and some near a border are missed.")
  )
  var cutLetterbox = false

  @OptionGroup(title: "Pictures and where to search") var search: SearchOptions
  @OptionGroup(title: "Gestures to report") var gestures: GestureOptions
  @OptionGroup(title: "What results say") var report: ReportOptions
  @OptionGroup(title: "Networks and limits") var network: NetworkOptions
  @OptionGroup(title: "Networks and limits") var pictures: PictureLimitOptions

  @Flag(help: "The same as --format json: a line of JSON for each picture or frame.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "How results are printed.",
      discussion: """
        json: a line for each picture or frame. csv: a row for each landmark. csv-hands: a row for each hand. npz: \
        arrays for NumPy in one file, named with --output.
        """))
  var format: ResultFormat?

  func validate() throws {
    guard hands >= 1 else { throw ValidationError("--hands is \(hands), expected at least 1") }
    let thresholds = [
      ("--min-detection", minDetection), ("--min-presence", minPresence), ("--min-tracking", minTracking),
    ]
    for (name, value) in thresholds where !(0...1).contains(value) {
      throw ValidationError("\(name) is \(value), expected a number from 0 to 1")
    }
    guard !onePerson || hands <= 2 else {
      throw ValidationError("--one-person: a person has at most 2 hands, --hands is \(hands)")
    }
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other")
    }
  }

  /// How results are printed.
  var resultFormat: ResultFormat { format ?? (json ? .json : .text) }

  // MARK: The library's options

  /// The bundle to use: the given one, or that of the program.
  func bundlePath(_ bundled: String?, name: String) throws(CommandFailure) -> String {
    if let model {
      try InputFile.check(model)
      return model
    }
    guard let bundled else {
      throw CommandFailure(
        name, "the bundle that comes with the program is not beside it; give one with --model", .inputMissing)
    }
    return bundled
  }

  /// The options of a task, which has its own gestures and tracking.
  func set(_ settings: HandTaskOptions, bundlePath: String, tracking: TrackingOptions) {
    settings.baseOptions = baseOptions(bundlePath: bundlePath)
    settings.numHands = hands
    settings.minHandDetectionConfidence = minDetection
    settings.minHandPresenceConfidence = minPresence
    settings.minTrackingConfidence = minTracking
    settings.inputFacts.isMirrored = search.mirrored
    settings.details = report.resultDetails
    settings.tracking = tracking
    settings.tracking.areOfOnePerson = onePerson
    settings.tracking.cutsLetterbox = cutLetterbox
  }

  /// Model, threads, kernels, limits and timings.
  func baseOptions(bundlePath: String) -> BaseOptions {
    let options = BaseOptions()
    options.modelAssetPath = bundlePath
    options.numThreads = network.threads
    options.kernelProvider = network.kernels
    options.precision = network.precision
    options.modelLimits = network.limits()
    options.bundleLimits = network.bundles.limits
    options.reportsTimings = report.timings
    return options
  }
}
