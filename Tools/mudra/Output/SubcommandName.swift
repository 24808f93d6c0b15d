import ArgumentParser
import Foundation
import MudraPlatform

/// The name of a subcommand as a user typed it.
enum SubcommandName {
  /// `train motions FOLDER` as `train-motions FOLDER`. A folder of gestures named motions stands alone, or before
  /// options.
  static func joined(_ arguments: [String]) -> [String] {
    guard arguments.starts(with: ["train", "motions"]), arguments.count > 2 else { return arguments }
    let next = arguments[2]
    guard !next.hasPrefix("-") || ["-h", "--help", "--background"].contains(next) else { return arguments }
    return ["train-motions"] + arguments.dropFirst(2)
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
