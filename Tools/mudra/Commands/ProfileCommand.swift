import ArgumentParser
import HandRecording
import TFLiteFormat
import TensorRuntime

/// `mudra profile`: where a network spends its time.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Measures the networks of a .tflite or .task file, operator by operator.",
    usage: "mudra profile [<options>] <file>",
    examples: [
      "profile model.tflite", "profile model.tflite --threads 2 --runs 100", "profile hands.task --trace trace.json",
    ])

  @Argument(help: "A .task or .tflite file.")
  var file: String

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of measured runs.", valueName: "n"))
  var runs = 30

  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp(
      "Write the last run of each network in Chrome's trace format, which Perfetto opens.", valueName: "file"))
  var trace: String?

  @Flag(help: "Print JSON, one line per network.")
  var json = false

  func validate() throws {
    try OptionRange.check("--runs", runs, in: 1...100_000)
  }

  func run() throws {
    if let trace {
      var files = FileRoles(reading: [file])
      try files.write(trace, option: "--trace \(trace)")
    }
    let networks = try ModelFile(path: file, limits: network.bundles.limits).networks
    guard !networks.isEmpty else { throw CommandFailure(file, "the bundle holds no model") }
    // All are prepared first, so that a model that cannot run does not waste the time of those before it.
    let plans = try networks.map { entry in
      do throws(ModelError) {
        return try Plan(entry.model, options: network.planOptions())
      } catch {
        throw CommandFailure(entry.place(in: file), error)
      }
    }
    var events = TraceEvents()
    for (index, (entry, plan)) in zip(networks, plans).enumerated() {
      let profile: NetworkProfile
      do throws(ModelError) {
        profile = try NetworkProfile(plan, runs: runs, threads: network.threads)
      } catch {
        throw CommandFailure(entry.place(in: file), error)
      }
      let separator = index > 0 ? "\n" : ""
      try StandardStreams.print(json ? jsonText(profile, entry) : separator + text(profile, entry))
      events.add(profile, name: entry.entries.isEmpty ? file : entry.label)
    }
    if let trace { try OutputFile.write(Array(events.json.text.utf8), to: trace) }
  }

  // MARK: JSON

  private func jsonText(_ profile: NetworkProfile, _ entry: ModelFile.Network) -> String {
    let operators = profile.plan.steps.indices.map { index in
      let (step, time) = (profile.plan.steps[index], profile.steps[index].median)
      return JSONValue.object([
        ("index", .integer(step.index)), ("name", .string(step.name)), ("provider", .string(step.provider.rawValue)),
        ("precision", .string(step.precision.rawValue)),
        ("inputShapes", .array(step.inputShapes.map { JSONValue($0) })),
        ("outputShapes", .array(step.outputShapes.map { JSONValue($0) })), ("medianMs", .double(time)),
        ("share", .double(profile.share(of: index))), ("multiplyAdds", .integer(step.multiplyAdds)),
        ("gflops", NetworkProfile.gigaflops(step.multiplyAdds, milliseconds: time).map(JSONValue.double) ?? .null),
      ])
    }
    let whole = profile.whole
    let rate = NetworkProfile.gigaflops(profile.plan.multiplyAdds, milliseconds: whole.median)
    var members = JSONValue.firstMembers(schema: "mudra.profile/1", source: file)
    members += [
      ("network", entry.entries.isEmpty ? .null : .string(entry.label)), ("build", .string(BuildKind.name)),
      ("kernels", JSONValue(network.kernels?.rawValue ?? KernelProvider.environmentValue)),
      ("precision", .string(network.precision.rawValue)), ("threads", .integer(network.threads)),
      ("runs", .integer(runs)),
      ("multiplyAdds", .integer(profile.plan.multiplyAdds)), ("gflops", rate.map(JSONValue.double) ?? .null),
      ("medianMs", .double(whole.median)), ("p95Ms", .double(whole.p95)), ("minMs", .double(whole.minimum)),
      ("operators", .array(operators)),
    ]
    return JSONValue.object(members).text
  }

  // MARK: Text

  private func text(_ profile: NetworkProfile, _ entry: ModelFile.Network) -> String {
    let whole = profile.whole
    let rate = NetworkProfile.gigaflops(profile.plan.multiplyAdds, milliseconds: whole.median)
    let place = entry.entries.isEmpty ? file.onOneLine : "\(file.onOneLine): \(entry.label)"
    var lines = [
      "\(place): \(BuildKind.name) build, \(NumberText.count(network.threads, "thread")), "
        + NumberText.count(runs, "run"),
      "median \(Self.milliseconds(whole.median)) ms, p95 \(Self.milliseconds(whole.p95)) ms, "
        + "minimum \(Self.milliseconds(whole.minimum)) ms"
        + (rate.map { ", \(NumberText.fixed($0, 1)) GFLOP/s" } ?? ""),
    ]
    var table = TextTable([.right, .left, .left, .left, .right, .right, .right])
    table.add(["", "operator", "kernel", "precision", "ms", "share", "GFLOP/s", "shapes"])
    for (index, step) in profile.plan.steps.enumerated() {
      let time = profile.steps[index].median
      let shapes = [step.inputShapes, step.outputShapes].map { $0.map(NumberText.shape).joined(separator: " ") }
      table.add([
        String(step.index), step.name.printable, step.provider.rawValue, step.precision.rawValue,
        Self.milliseconds(time),
        NumberText.fixed(profile.share(of: index) * 100, 1) + " %",
        NetworkProfile.gigaflops(step.multiplyAdds, milliseconds: time).map { NumberText.fixed($0, 1) } ?? "",
        shapes.joined(separator: " → "),
      ])
    }
    lines += table.lines()
    return lines.joined(separator: "\n")
  }

  private static func milliseconds(_ value: Double) -> String { NumberText.fixed(value, 3) }
}
