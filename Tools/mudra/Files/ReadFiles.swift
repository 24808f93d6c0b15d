import ArgumentParser
import Foundation

/// The files that a command reads, which it must not write over, by whatever name.
struct ReadFiles {
  private var names: [FileIdentity: String] = [:]

  /// Files by their paths; `-` is standard input.
  init(_ paths: [String]) {
    for path in paths {
      let identity = path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path)
      if let identity { names[identity] = path == "-" ? "standard input" : path }
    }
  }

  /// Checks that an output would write over none of the files.
  ///
  /// - Parameter option: what the user asked for it with.
  func check(_ output: String, option: String) throws {
    guard let identity = FileIdentity(output), let name = names[identity] else { return }
    throw ValidationError("\(option): would write over \(name)")
  }
}
