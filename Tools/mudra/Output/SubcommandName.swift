import ArgumentParser
import Foundation
import MudraPlatform
import TFLiteFormat

/// The name of a subcommand as a user typed it.
enum SubcommandName {
  /// `train motions FOLDER` as `train-motions FOLDER`. A folder of gestures named motions stands alone, or before
  /// options, none of which names a model of motions.
  static func joined(_ arguments: [String]) -> [String] {
    let first = arguments.first == "help" ? 1 : 0
    guard arguments.dropFirst(first).starts(with: ["train", "motions"]) else { return arguments }
    let others = arguments.dropFirst(first + 2)
    let isOfMotions =
      first == 1 || others.contains { $0.hasByteSuffix(".motions") }
      || others.first.map { !$0.hasPrefix("-") || ["-h", "--help", "--background"].contains($0) } ?? false
    return isOfMotions ? arguments.prefix(first) + ["train-motions"] + others : arguments
  }

  /// Checks that the first argument, or the second one of `help`, names a subcommand.
  static func check(_ arguments: [String]) throws {
    let words = arguments.prefix(2).drop { $0 == "help" }
    guard let word = words.first, !word.hasPrefix("-"), !word.isEmpty else { return }
    let names = RootCommand.configuration.subcommands.map { $0._commandName }
    guard !names.contains(word), word != "help" else { return }
    throw ValidationError("‘\(word)’ is not a command of mudra\(hint(for: word, names: names))")
  }

  private static func hint(for word: String, names: [String]) -> String {
    if let nearest = Spelling.nearest(to: word, among: names) { return "; did you mean ‘\(nearest)’?" }
    if FileNames.kind(of: word) != nil { return "; to find hands in a picture: mudra gestures \(word)" }
    return "; mudra --help lists its commands"
  }
}
