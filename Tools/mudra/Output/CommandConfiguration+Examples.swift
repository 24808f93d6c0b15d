import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a subcommand whose help ends with examples.
  ///
  /// - Parameters:
  ///   - examples: command lines, without the program's name.
  ///   - hasLimits: whether the command has options that only `--help-hidden` and the manual list.
  init(
    commandName: String, abstract: String, usage: String? = nil, discussion: String = "", examples: [String],
    hasLimits: Bool = true
  ) {
    let lines = ["Examples:"] + examples.map { "  mudra \($0)" }
    let limits = hasLimits ? ["Limits of size, memory and time: see --help-hidden."] : []
    let parts = [discussion, lines.joined(separator: "\n")] + limits
    self.init(
      commandName: commandName, abstract: abstract, usage: usage,
      discussion: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }
}
