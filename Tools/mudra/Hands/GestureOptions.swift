import ArgumentParser
import Mudra

/// Options for the gestures to report, for each of a bundle's two classifiers: the canned one and the bundle's own.
struct GestureOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Report only this canned gesture; repeat for several.", valueName: "name"))
  var cannedAllow: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Do not report this canned gesture; repeat for several. Ignored with --canned-allow.",
      valueName: "name"))
  var cannedDeny: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lowest score of a reported canned gesture, 0 to 1; 0 means the model's own.", valueName: "score"))
  var cannedThreshold: Float = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accepted as in MediaPipe, where it changes nothing: only the best is reported.",
      valueName: "n", visibility: .hidden))
  var cannedMaxResults = -1

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Report only this gesture of the bundle's own classifier; repeat for several.", valueName: "name"))
  var customAllow: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Do not report this gesture of the bundle's own classifier; repeat for several. Ignored with --custom-allow.",
      valueName: "name"))
  var customDeny: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lowest score of a reported gesture of the bundle's own classifier, 0 to 1; 0 means the model's own.",
      valueName: "score"))
  var customThreshold: Float = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accepted as in MediaPipe, where it changes nothing: only the best is reported.",
      valueName: "n", visibility: .hidden))
  var customMaxResults = -1

  func validate() throws {
    try OptionRange.check("--canned-threshold", cannedThreshold, in: 0...1)
    try OptionRange.check("--custom-threshold", customThreshold, in: 0...1)
  }

  /// The options of the canned classifier.
  var canned: ClassifierOptions {
    Self.options(cannedAllow, cannedDeny, cannedThreshold, cannedMaxResults)
  }

  /// The options of the bundle's own classifier.
  var custom: ClassifierOptions {
    Self.options(customAllow, customDeny, customThreshold, customMaxResults)
  }

  private static func options(
    _ allow: [String], _ deny: [String], _ threshold: Float, _ maxResults: Int
  ) -> ClassifierOptions {
    let options = ClassifierOptions()
    options.categoryAllowlist = allow
    options.categoryDenylist = deny
    options.scoreThreshold = threshold
    options.maxResults = maxResults
    return options
  }

  /// Whether any of the options is set, which only a command that names gestures can satisfy.
  var isSet: Bool {
    !(cannedAllow + cannedDeny + customAllow + customDeny).isEmpty || cannedThreshold != 0 || customThreshold != 0
      || cannedMaxResults != -1 || customMaxResults != -1
  }
}
