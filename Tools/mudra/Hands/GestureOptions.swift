import ArgumentParser
import Mudra

/// Options for the gestures to report, for each of a bundle's two classifiers: the canned one and the bundle's own.
struct GestureOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Report this canned gesture and no others; repeat it for several.", valueName: "name"))
  var cannedAllow: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Do not report this canned gesture; repeat it for several. Has no effect beside --canned-allow.",
      valueName: "name"))
  var cannedDeny: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The lowest score of a canned gesture that is reported, 0 to 1; with 0, the model's own.", valueName: "score"))
  var cannedThreshold: Float = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most canned gestures of a hand. As in MediaPipe, only the best is reported, whatever it is.",
      valueName: "n"))
  var cannedMaxResults = -1

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Report this gesture of the bundle's own classifier and no others; repeat it for several.", valueName: "name"))
  var customAllow: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Do not report this gesture of the bundle's own classifier; repeat it for several. Has no effect beside "
        + "--custom-allow.", valueName: "name"))
  var customDeny: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The lowest score of a gesture of the bundle's own classifier that is reported, 0 to 1; with 0, the model's own.",
      valueName: "score"))
  var customThreshold: Float = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most gestures of a hand by the bundle's own classifier. Only the best is reported, whatever it is.",
      valueName: "n"))
  var customMaxResults = -1

  func validate() throws {
    for (name, value) in [("--canned-threshold", cannedThreshold), ("--custom-threshold", customThreshold)]
    where !(0...1).contains(value) {
      throw ValidationError("\(name) is \(value), expected a number from 0 to 1")
    }
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
