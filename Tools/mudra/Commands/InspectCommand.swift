import ArgumentParser
import TFLiteFormat
import TensorRuntime

/// `mudra inspect`: what a model file contains.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a .task or .tflite file holds: entries, tensors, operators, multiply-adds, metadata.")

  @Argument(help: "A .task or .tflite file.")
  var file: String

  @OptionGroup var bundles: BundleLimitOptions

  @Flag(help: "Show instead each network's graph as it is read, and after each pass that prepares it.")
  var passes = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let contents = try ModelFile(path: file, limits: bundles.limits)
    if passes {
      try StandardStreams.print(json ? passesJSON(contents).text : passesText(contents))
    } else {
      try StandardStreams.print(json ? try self.json(contents).text : try text(contents))
    }
  }

  // MARK: Passes

  private func passesText(_ file: ModelFile) -> String {
    file.networks.flatMap { network in
      (network.entries.isEmpty ? [] : ["== \(network.label)"]) + PassDump(network.model, options: PlanOptions()).lines
    }.joined(separator: "\n")
  }

  private func passesJSON(_ file: ModelFile) -> JSONValue {
    let models = file.networks.map { network in
      let place = (key: "place", value: JSONValue.string(network.place(in: file.name)))
      return JSONValue.object([place] + PassDump(network.model, options: PlanOptions()).json)
    }
    return .object([("schema", "mudra.passes/1"), ("source", .string(file.name)), ("models", .array(models))])
  }

  // MARK: JSON

  private func json(_ file: ModelFile) throws(CommandFailure) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("schema", "mudra.inspect/1"), ("source", .string(file.name)),
    ]
    members += try details(file, place: file.name)
    return .object(members)
  }

  private func details(
    _ file: ModelFile, place: String
  ) throws(CommandFailure) -> [(key: String, value: JSONValue)] {
    let size = (key: "byteCount", value: JSONValue.integer(file.byteCount))
    switch file.content {
    case .other: return [(key: "kind", value: "file"), size]
    case .model(let model):
      let summary = try ModelSummary(model, place: place, options: PlanOptions())
      return [(key: "kind", value: "model"), size, (key: "model", value: summary.json)]
    case .bundle(_, let entries):
      var values: [JSONValue] = []
      for entry in entries {
        let members = try details(entry, place: "\(place): \(entry.name.printable)")
        values.append(.object([(key: "name", value: .string(entry.name))] + members))
      }
      return [(key: "kind", value: "bundle"), size, (key: "entries", value: .array(values))]
    }
  }

  // MARK: Text

  private func text(_ file: ModelFile) throws(CommandFailure) -> String {
    var table = TextTable([.left, .right])
    list(file, indent: 0, in: &table)
    var lines = table.lines()
    for network in file.networks {
      let title = network.entries.isEmpty ? [] : ["", "== \(network.label)"]
      let summary = try ModelSummary(network.model, place: network.place(in: file.name), options: PlanOptions())
      lines += title + summary.lines
    }
    return lines.joined(separator: "\n")
  }

  private func list(_ file: ModelFile, indent: Int, in table: inout TextTable) {
    let name = indent == 0 ? file.name.onOneLine : file.name.printable
    table.add([String(repeating: " ", count: 2 * indent) + name, "\(NumberText.grouped(file.byteCount)) bytes"])
    if case .bundle(_, let entries) = file.content {
      for entry in entries { list(entry, indent: indent + 1, in: &table) }
    }
  }
}
