import ArgumentParser
import Mudra

/// Options for how hands are followed through a video, beyond MediaPipe's.
struct TrackingFlags: ParsableArguments {
  @Flag(help: "Give each hand a number that it keeps.")
  var identities = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a hand out of sight keeps its number.", valueName: "ms"))
  var identityMemory = TrackingOptions().identityMemory

  @Flag(help: "Smooth the landmarks by a One-Euro filter.")
  var smooth = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The cutoff frequency for a hand at rest, by default 1: lower for less jitter and more lag.",
      valueName: "hertz"))
  var smoothMinCutoff: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much the cutoff rises with speed, in hertz for each palm a second, by default 10: higher for less lag.",
      valueName: "factor"))
  var smoothBeta: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The cutoff frequency of the speed itself, by default 1.", valueName: "hertz"))
  var smoothDerivativeCutoff: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of frames over which a hand's handedness is averaged.", valueName: "n"))
  var handednessFrames = TrackingOptions().handednessFrames

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "While a hand is followed, the palm detector runs at most once in so many frames.", valueName: "n"))
  var detectorInterval = TrackingOptions().detectorInterval

  func validate() throws {
    for (name, value, least) in [
      ("--identity-memory", identityMemory, 0), ("--handedness-frames", handednessFrames, 1),
      ("--detector-interval", detectorInterval, 1),
    ] where value < least {
      throw ValidationError("\(name) is \(value), expected at least \(least)")
    }
    for (name, value, least) in [
      ("--smooth-min-cutoff", smoothMinCutoff, Float.leastNonzeroMagnitude), ("--smooth-beta", smoothBeta, 0),
      ("--smooth-derivative-cutoff", smoothDerivativeCutoff, .leastNonzeroMagnitude),
    ] {
      guard let value else { continue }
      guard smooth else { throw ValidationError("\(name) needs --smooth") }
      guard value.isFinite, value >= least else {
        throw ValidationError("\(name) is \(value), expected a number \(least == 0 ? "from 0 on" : "above 0")")
      }
    }
  }

  /// The library's options.
  var options: TrackingOptions {
    var options = TrackingOptions()
    options.assignsIdentities = identities
    options.identityMemory = identityMemory
    options.handednessFrames = handednessFrames
    options.detectorInterval = detectorInterval
    if smooth {
      var smoothing = SmoothingOptions()
      smoothing.minCutoff = smoothMinCutoff ?? smoothing.minCutoff
      smoothing.beta = smoothBeta ?? smoothing.beta
      smoothing.derivativeCutoff = smoothDerivativeCutoff ?? smoothing.derivativeCutoff
      options.smoothing = smoothing
    }
    return options
  }
}
