import ArgumentParser
import Foundation
import MudraPlatform

/// The name of a subcommand as a user typed it.
enum SubcommandName {
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
