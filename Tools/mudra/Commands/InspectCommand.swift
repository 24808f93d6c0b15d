import ArgumentParser
import HandRecording
import TFLiteFormat
import TensorRuntime

/// `mudra inspect`: what a model file contains.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a .task or .tflite file contains: entries, tensors, operators, multiply-adds, metadata.",
    usage: "mudra inspect [<options>] <file>",
    examples: ["inspect model.tflite", "inspect hands.task --json", "inspect model.tflite --passes --precision fast"])

  @Argument(help: "A .task or .tflite file.")
  var file: String

  @Option(help: ArgumentHelp("Arithmetic to prepare the networks for.", valueName: "precision"))
  var precision = Precision.exact

  @Option(help: ArgumentHelp("Kernels to prepare the networks for. By default the fastest.", valueName: "provider"))
  var kernels: KernelProvider?

  @OptionGroup var preparation: PreparationOptions
  @OptionGroup var bundles: BundleLimitOptions

  @Flag(help: "Show each network's graph as it is read and after each preparation pass instead.")
  var passes = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try NetworkOptions.check(kernels) }

  func run() throws {
    let options = PlanOptions(
      provider: kernels, precision: precision, limits: preparation.limits(PreparationOptions.untrusted)
    ).started()
    let time = TimeGuard(options.limits.time) { [file] reason in
      let failure = CommandFailure(file, reason, .tooSlow, .timeout)
      StandardStreams.report(failure)
      return failure.status
    }
    let text = Result { try self.text(options) }
    time.finish()
    try StandardStreams.print(text.get())
  }

  private func text(_ options: PlanOptions) throws -> String {
    let budget = ListingBudget(file, options: options)
    let contents = try ModelFile(path: file, limits: bundles.limits, options: options)
    let text: String
    if json {
      text = try budget.text(of: passes ? passesJSON(contents, options) : self.json(contents, options, budget))
    } else {
      text = try passes ? passesText(contents, options, budget) : self.text(contents, options, budget)
    }
    try budget.checkTime()
    return text
  }

  // MARK: Passes

  private func passesText(
    _ file: ModelFile, _ options: PlanOptions, _ budget: ListingBudget
  ) throws(CommandFailure) -> String {
    var lines: [String] = []
    for network in file.networks {
      lines += network.entries.isEmpty ? [] : ["== \(network.label)"]
      lines += try PassDump(network.model, options: options).lines(budget)
    }
    return lines.joined(separator: "\n")
  }

  private func passesJSON(_ file: ModelFile, _ options: PlanOptions) -> JSONValue {
    let networks = file.networks
    let models = JSONValue.elements(networks.count) { index in
      let place = (key: "place", value: JSONValue.string(networks[index].place(in: file.name)))
      return JSONValue.object([place] + PassDump(networks[index].model, options: options).json)
    }
    return .object(JSONValue.firstMembers(schema: "mudra.passes/1", source: file.name) + [("models", models)])
  }

  // MARK: JSON

  private func json(
    _ file: ModelFile, _ options: PlanOptions, _ budget: ListingBudget
  ) throws(CommandFailure) -> JSONValue {
    var members = JSONValue.firstMembers(schema: "mudra.inspect/1", source: file.name)
    members += try details(file, place: file.name, options, budget)
    return .object(members)
  }

  private func details(
    _ file: ModelFile, place: String, _ options: PlanOptions, _ budget: ListingBudget
  ) throws(CommandFailure) -> [(key: String, value: JSONValue)] {
    let size = (key: "byteCount", value: JSONValue.integer(file.byteCount))
    switch file.content {
    case .other: return [(key: "kind", value: "file"), size]
    case .model(let model):
      // Written at once, since its plan takes memory.
      let text = try budget.text(of: try ModelSummary(model, place: place, options: options).json)
      try budget.spend(text.utf8.count)
      return [(key: "kind", value: "model"), size, (key: "model", value: .written(text))]
    case .bundle(_, let entries):
      var values: [JSONValue] = []
      for entry in entries {
        let members = try details(
          entry, place: "\(place): \(entry.name.printable)", options, budget)
        values.append(.object([(key: "name", value: .string(entry.name))] + members))
      }
      return [(key: "kind", value: "bundle"), size, (key: "entries", value: .array(values))]
    }
  }

  // MARK: Text

  private func text(
    _ file: ModelFile, _ options: PlanOptions, _ budget: ListingBudget
  ) throws(CommandFailure) -> String {
    var table = TextTable([.left, .right])
    try list(file, indent: 0, in: &table, budget)
    var lines = try budget.lines(of: table)
    for network in file.networks {
      let title = network.entries.isEmpty ? [] : ["", "== \(network.label)"]
      let summary = try ModelSummary(network.model, place: network.place(in: file.name), options: options)
      lines += title
      lines += try summary.lines(budget)
    }
    return lines.joined(separator: "\n")
  }

  private func list(
    _ file: ModelFile, indent: Int, in table: inout TextTable, _ budget: ListingBudget
  ) throws(CommandFailure) {
    let name = indent == 0 ? file.name.onOneLine : file.name.printable
    let cells = [String(repeating: " ", count: 2 * indent) + name, "\(NumberText.grouped(file.byteCount)) bytes"]
    try budget.add(cells, to: &table)
    if case .bundle(_, let entries) = file.content {
      for entry in entries { try list(entry, indent: indent + 1, in: &table, budget) }
    }
  }
}
