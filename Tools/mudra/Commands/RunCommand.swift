import ArgumentParser
import HandRecording
import TFLiteFormat
import TensorRuntime

/// `mudra run`: runs any model on arrays from files.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a .tflite model on NumPy files.",
    discussion: """
      Each output is written as DIR/<tensor name>.npy, with _ for what a file's name should not have, such as / and :, \
      and a number behind names that are equal then.
      """)

  @Argument(help: "A .tflite file.")
  var model: String

  @Option(
    name: .customLong("input"),
    help: ArgumentHelp(
      "The array for an input: tensor name, or name in the signature, or number.", valueName: "name=file.npy"))
  var bindings: [String] = []

  @Option(help: ArgumentHelp("The folder for the outputs; it is made if it does not exist.", valueName: "dir"))
  var outputDir: String

  @OptionGroup var network: NetworkOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let file = try ModelFile(path: model, limits: network.bundles.limits)
    guard case .model(let contents) = file.content else {
      throw CommandFailure(model, "is a bundle; expected a .tflite model")
    }
    let (plan, session): (Plan, Session)
    do throws(ModelError) {
      plan = try Plan(contents, options: network.planOptions())
      session = try Session(plan, threads: network.threads)
    } catch {
      throw CommandFailure(model, error)
    }
    let paths = try inputPaths(of: plan, contents)
    let files = try outputPaths(of: plan, inputs: ReadFiles([model] + paths))
    let arrays = try arrays(in: paths, for: plan)
    for (index, array) in arrays.enumerated() { session.set(index, to: array) }
    do throws(ModelError) {
      try session.run()
    } catch {
      throw CommandFailure(model, error)
    }
    try writeOutputs(of: session, to: files)
    try StandardStreams.print(json ? jsonText(plan, files) : text(plan, files))
  }

  // MARK: Inputs

  private func inputPaths(of plan: Plan, _ contents: Model) throws -> [String] {
    var paths = [String?](repeating: nil, count: plan.inputs.count)
    for argument in bindings {
      let binding = try InputBinding(argument, model: contents, inputs: plan.inputs, file: model)
      guard paths[binding.index] == nil else {
        throw ValidationError("--input \(argument): this input has been given before")
      }
      paths[binding.index] = binding.path
    }
    return try zip(plan.inputs, paths).map { input, path in
      guard let path else {
        throw ValidationError(
          "\(model) has the input “\(input.name.printable)”, \(Self.kind(input.elementType, input.shape)); "
            + "give it with --input NAME=FILE.npy")
      }
      return path
    }
  }

  private func arrays(in paths: [String], for plan: Plan) throws(CommandFailure) -> [NPYFile] {
    var arrays: [NPYFile] = []
    for (input, path) in zip(plan.inputs, paths) {
      let array = try NPYFile(path: path, limits: network.bundles.limits)
      guard array.elementType == input.elementType, array.shape == input.shape else {
        throw CommandFailure(
          path,
          "holds \(Self.kind(array.elementType, array.shape)), but input “\(input.name.printable)” of \(model) is "
            + Self.kind(input.elementType, input.shape))
      }
      arrays.append(array)
    }
    return arrays
  }

  private static func kind(_ type: ElementType, _ shape: [Int]) -> String {
    "\(type.name) \(NumberText.shape(shape))"
  }

  // MARK: Outputs

  /// A file of its own in the folder for each output, whatever the outputs are called.
  private func outputPaths(of plan: Plan, inputs: ReadFiles) throws -> [String] {
    var names = OutputNames()
    let folder = outputDir.utf8.last == UInt8(ascii: "/") ? outputDir : outputDir + "/"
    return try plan.outputs.enumerated().map { index, output in
      let path = folder + names.add(output.name, number: index) + ".npy"
      try inputs.check(path, option: "--output-dir \(outputDir)")
      return path
    }
  }

  private func writeOutputs(of session: Session, to paths: [String]) throws(CommandFailure) {
    try InputFile.makeFolder(outputDir)
    for (index, path) in paths.enumerated() {
      let output = session.plan.outputs[index]
      let bytes = session.withOutput(index) { NPYFile.encoded(output.elementType, output.shape, $0) }
      guard let bytes else {
        throw CommandFailure(
          model, "output “\(output.name.printable)” is \(output.elementType.name), which NumPy does not have")
      }
      // A link in the folder could lead out of it, at a name that is a stranger's choice.
      try OutputFile.write(bytes, to: path, followsLink: false)
    }
  }

  private func text(_ plan: Plan, _ files: [String]) -> String {
    var table = TextTable([])
    for (output, file) in zip(plan.outputs, files) {
      table.add([output.name.printable, Self.kind(output.elementType, output.shape), "→ \(file.onOneLine)"])
    }
    return table.lines().joined(separator: "\n")
  }

  private func jsonText(_ plan: Plan, _ files: [String]) -> String {
    let outputs = zip(plan.outputs, files).map { output, file in
      JSONValue.object([
        ("name", .string(output.name)), ("type", .string(output.elementType.name)),
        ("shape", JSONValue(output.shape)), ("file", .string(file)),
      ])
    }
    return JSONValue.object([
      ("schema", "mudra.run/1"), ("source", .string(model)), ("outputs", .array(outputs)),
    ]).text
  }
}

extension Session {
  /// Copies an array into an input of the same type and shape.
  fileprivate func set(_ index: Int, to array: NPYFile) {
    withInput(index) { memory in
      array.bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
      if array.elementType == .bool {
        for position in memory.indices where memory[position] > 1 { memory[position] = 1 }
      }
    }
  }
}
