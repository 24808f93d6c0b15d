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
    let distances = names.map { name in
      (name: name, distance: name.hasPrefix(word.lowercased()) ? 1 : distance(word.lowercased(), name))
    }
    if let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= max(2, word.count / 3) {
      return "; did you mean ‘\(nearest.name)’?"
    }
    if FileNames.kind(of: word) != nil { return "; to find hands in a picture: mudra gestures \(word)" }
    return "; mudra --help lists its commands"
  }

  /// The fewest letters to insert, remove, replace or swap with a neighbor to turn one word into another.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    guard left.count <= 32 else { return .max }
    var rows = [Array(0...right.count)]
    for row in 0..<left.count {
      var next = [row + 1]
      for column in 0..<right.count {
        var best = min(next[column], rows[row][column + 1]) + 1
        best = min(best, rows[row][column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        next.append(best)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
