import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a subcommand whose help ends with examples.
  ///
  /// - Parameter examples: command lines, without the program's name.
  init(
    commandName: String, abstract: String, usage: String? = nil, discussion: String = "", examples: [String]
  ) {
    let lines = ["Examples:"] + examples.map { "  mudra \($0)" }
    let parts = [discussion, lines.joined(separator: "\n"), "Limits of size, memory and time: see --help-hidden."]
    self.init(
      commandName: commandName, abstract: abstract, usage: usage,
      discussion: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }
}
