import ArgumentParser
import Mudra
import MudraPlatform

/// Options for gestures: which ones to report, for each of a bundle's two classifiers, the canned one and the bundle's
/// own, and what to say of them.
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

  @Flag(help: "Add each hand's gesture embedding to the JSON.")
  var embedding = false

  func validate() throws {
    try OptionRange.check("--canned-threshold", cannedThreshold, in: 0...1)
    try OptionRange.check("--custom-threshold", customThreshold, in: 0...1)
  }

  /// Which canned gestures are reported.
  var canned: ClassifierSettings {
    ClassifierSettings(
      scoreThreshold: cannedThreshold, allowList: cannedAllow.map(PathText.shown),
      denyList: cannedDeny.map(PathText.shown))
  }

  /// Which of the bundle's own gestures are reported.
  var custom: ClassifierSettings {
    ClassifierSettings(
      scoreThreshold: customThreshold, allowList: customAllow.map(PathText.shown),
      denyList: customDeny.map(PathText.shown))
  }

  /// Whether any of the options for reported gestures is set, which only a command that names gestures can satisfy.
  var isSet: Bool {
    !(cannedAllow + cannedDeny + customAllow + customDeny).isEmpty || cannedThreshold != 0 || customThreshold != 0
  }

  /// A line for each name that a bundle does not have: such a name has no effect.
  func unknownNames(in model: HandModel) -> [String] {
    let lists = [
      ("--canned-allow", cannedAllow, true), ("--canned-deny", cannedDeny, true),
      ("--custom-allow", customAllow, false), ("--custom-deny", customDeny, false),
    ]
    return lists.flatMap { option, names, isCanned in
      let labels = model.gestures?.classifiers.first { $0.isCanned == isCanned }?.labels ?? []
      return names.map(PathText.shown).filter { !labels.contains($0) }.map { name in
        let nearest = Spelling.nearest(to: name, among: labels)
        return "\(option) \(name.onOneLine): the bundle has no such gesture"
          + (nearest.map { "; did you mean ‘\($0.onOneLine)’?" } ?? "")
      }
    }
  }
}
