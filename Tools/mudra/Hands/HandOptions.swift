import ArgumentParser
import Mudra

/// Options of the commands that find hands.
struct HandOptions: ParsableArguments {
  @OptionGroup(title: "Basics") var basics: BasicOptions

  @OptionGroup(title: "What counts as a hand") var detection: DetectionOptions
  @OptionGroup(title: "Pictures and where to search") var search: SearchOptions
  @OptionGroup(title: "What results contain") var report: ReportOptions
  @OptionGroup(title: "Networks") var network: NetworkOptions
  @OptionGroup(title: "Networks") var pictures: PictureLimitOptions

  func validate() throws {
    try report.check(basics.resultFormat)
    guard !detection.onePerson || basics.hands <= 2 else {
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
