import ArgumentParser
import Mudra

/// Options for how hands are followed through a video, beyond MediaPipe's.
struct TrackingFlags: ParsableArguments {
  @Flag(help: "Give each hand a number that it keeps.")
  var identities = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a hand out of sight keeps its number.", valueName: "ms"))
  var identityMemory = TrackingOptions().identityMemoryInMilliseconds

  @Flag(help: "Smooth the landmarks.")
  var smooth = false

  @Option(
    help: ArgumentHelp(
      "palmAndShape: the palm by a Kalman filter, the fingers by One-Euro filters; oneEuro: every coordinate by one.",
      valueName: "method"))
  var smoothMethod: SmoothingOptions.Method?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Cutoff frequency for a hand at rest (default: 0.5; oneEuro: 1); lower means less jitter and more lag.",
      valueName: "hertz"))
  var smoothMinCutoff: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How fast the cutoff rises with speed, in hertz per palm per second (default: 6; oneEuro: 10); higher means less lag.",
      valueName: "factor"))
  var smoothBeta: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Cutoff frequency of the speed itself (default: 1).", valueName: "hertz"))
  var smoothDerivativeCutoff: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Report landmarks for the time when they are displayed, up to 50 ms after their frame.", valueName: "ms"))
  var predict = TrackingOptions().predictionInMilliseconds

  @Flag(help: "Search for a hand where its palm will be, by its speed.")
  var predictRegion = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Save work while frames take longer: fewer palm searches, then fast precision, then only every second frame.",
      valueName: "ms"))
  var frameBudget: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Average each hand's handedness over N frames.", valueName: "n"))
  var handednessFrames = TrackingOptions().handednessFrames

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "While a hand is tracked, run the palm detector at most once every N frames.", valueName: "n"))
  var detectorInterval = TrackingOptions().detectorInterval

  func validate() throws {
    try OptionRange.check("--identity-memory", identityMemory, in: 0...)
    try OptionRange.check("--handedness-frames", handednessFrames, in: 1...)
    try OptionRange.check("--detector-interval", detectorInterval, in: 1...)
    try OptionRange.check("--predict", predict, in: 0...50)
    if let frameBudget {
      try OptionRange.check("--frame-budget", frameBudget, in: 1...TrackingOptions.longestFrameBudgetInMilliseconds)
    }
    guard smoothMethod == nil || smooth else { throw ValidationError("--smooth-method needs --smooth") }
    for (name, value, least) in [
      ("--smooth-min-cutoff", smoothMinCutoff, Float.leastNonzeroMagnitude), ("--smooth-beta", smoothBeta, 0),
      ("--smooth-derivative-cutoff", smoothDerivativeCutoff, .leastNonzeroMagnitude),
    ] {
      guard let value else { continue }
      guard smooth else { throw ValidationError("\(name) needs --smooth") }
      guard value.isFinite, value >= least else {
        let expected = least == 0 ? "at least 0" : "more than 0"
        throw OptionRange.fault(name, value, value < least ? expected : "a finite number")
      }
    }
  }

  /// Sets the library's options.
  func set(_ options: inout TrackingOptions) {
    options.assignsIdentities = identities
    options.identityMemoryInMilliseconds = identityMemory
    options.handednessFrames = handednessFrames
    options.detectorInterval = detectorInterval
    options.predictionInMilliseconds = predict
    options.predictsRegion = predictRegion
    options.frameBudget = frameBudget.map { .milliseconds($0) }
    if smooth {
      var smoothing = SmoothingOptions(smoothMethod ?? .palmAndShape)
      smoothing.minCutoff = smoothMinCutoff ?? smoothing.minCutoff
      smoothing.beta = smoothBeta ?? smoothing.beta
      smoothing.derivativeCutoff = smoothDerivativeCutoff ?? smoothing.derivativeCutoff
      options.smoothing = smoothing
    }
  }
}

extension SmoothingOptions.Method: ExpressibleByArgument {}
