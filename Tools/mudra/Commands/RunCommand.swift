import ArgumentParser
import HandRecording
import TFLiteFormat
import TensorRuntime

/// `mudra run`: runs any model on arrays from files.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a .tflite model on NumPy files, pictures or sounds.",
    usage: "mudra run [<options>] <model> --output-dir <dir>",
    discussion: """
      Each output becomes DIR/<tensor name>.npy. Characters such as / and : become _, and names that then collide \
      get a number.
      """,
    examples: [
      "run model.tflite --output-dir out", "run model.tflite --input image=image.npy --output-dir out",
      "run model.tflite --input 0=photo.jpg --output-dir out --top 3",
    ])

  @Argument(help: "A .tflite file.")
  var model: String

  @Option(
    name: .customLong("input"),
    help: ArgumentHelp(
      "The .npy array for an input, which is named by its tensor, its name in the signature or its number; or a "
        + "picture or WAV sound, if the model's metadata says how to convert it. Dimensions that the model leaves "
        + "open may differ.", valueName: "name=file"))
  var bindings: [String] = []

  @Option(
    help: ArgumentHelp(
      "The signature to call, which names inputs and outputs. By default, the first subgraph.", valueName: "key"))
  var signature: String?

  @Option(help: ArgumentHelp("The folder for the outputs; created if it does not exist.", valueName: "dir"))
  var outputDir: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("For outputs with class names, print the best N classes.", valueName: "n"))
  var top = 5

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try OptionRange.check("--top", top, in: 0...1_000_000)
  }

  func run() throws {
    let file = try ModelFile(path: model, limits: network.bundles.limits)
    guard case .model(let contents) = file.content else {
      throw CommandFailure(model, "is a bundle; expected a .tflite model")
    }
    let interpreter: Interpreter
    do throws(ModelError) {
      interpreter = try Interpreter(
        contents, signature: signature, options: network.planOptions(), threads: network.threads)
    } catch {
      throw CommandFailure(model, error)
    }
    let paths = try inputPaths(of: interpreter, contents)
    let files = try outputPaths(of: interpreter, FileRoles(reading: [model] + paths))
    var notes: [String] = []
    let inputs = try self.contents(in: paths, for: interpreter, contents, &notes)
    let classes: [RankedClasses]
    do throws(ModelError) {
      if inputs.map(\.shape) != interpreter.inputs.map(\.shape) {
        try interpreter.resizeInputs(to: inputs.map(\.shape))
      }
      for (index, content) in inputs.enumerated() { content.set(interpreter, index) }
      try interpreter.run()
      classes = try RankedClasses.all(of: interpreter, contents, signature: signature, most: top)
    } catch {
      throw CommandFailure(model, error)
    }
    try writeOutputs(of: interpreter, to: files)
    notes.forEach { StandardStreams.report($0) }
    try StandardStreams.print(
      json ? jsonText(interpreter.outputs, files, classes) : text(interpreter.outputs, files, classes))
  }

  // MARK: Inputs

  private func inputPaths(of interpreter: Interpreter, _ contents: Model) throws -> [String] {
    var paths = [String?](repeating: nil, count: interpreter.inputs.count)
    for argument in bindings {
      let binding = try InputBinding(
        argument, model: contents, signature: signature, inputs: interpreter.inputs, file: model)
      guard paths[binding.index] == nil else {
        throw ValidationError("--input \(argument): this input has been given before")
      }
      paths[binding.index] = binding.path
    }
    return try zip(interpreter.inputs, paths).map { input, path in
      guard let path else {
        throw ValidationError(
          "\(model) has the input “\(input.name.printable)”, \(DescribedInput.kind(input.elementType, input.shape)); "
            + "give it with --input NAME=FILE")
      }
      return path
    }
  }

  private func contents(
    in paths: [String], for interpreter: Interpreter, _ contents: Model, _ notes: inout [String]
  ) throws(CommandFailure) -> [InputContent] {
    let open = contents.openShapes(signature: signature)
    let described: [TensorMetadata?]
    do throws(FormatError) {
      described = try contents.inputMetadata(signature: signature)
    } catch {
      throw CommandFailure(model, error)
    }
    var found: [InputContent] = []
    for (index, path) in paths.enumerated() {
      let input = DescribedInput(
        tensor: interpreter.inputs[index], openShape: open[index], metadata: described[index], model: model)
      found.append(try input.content(of: path, network.bundles.limits, pictures.limits, &notes))
    }
    return found
  }

  // MARK: Outputs

  /// A file of its own in the folder for each output, whatever the outputs are called.
  private func outputPaths(of interpreter: Interpreter, _ files: FileRoles) throws -> [String] {
    var (names, files) = (OutputNames(), files)
    let folder = outputDir.utf8.last == UInt8(ascii: "/") ? outputDir : outputDir + "/"
    return try interpreter.outputs.enumerated().map { index, output in
      let path = folder + names.add(output.name, number: index) + ".npy"
      try files.write(path, option: "--output-dir \(outputDir)")
      return path
    }
  }

  private func writeOutputs(of interpreter: Interpreter, to paths: [String]) throws(CommandFailure) {
    try InputFile.makeFolder(outputDir)
    for (index, path) in paths.enumerated() {
      let output = interpreter.outputs[index]
      let bytes = interpreter.withOutput(index) { NPYFile.encoded(output.elementType, output.shape, $0) }
      guard let bytes else {
        throw CommandFailure(
          model, "output “\(output.name.printable)” is \(output.elementType.name), which NumPy does not have")
      }
      // A link in the folder could lead out of it, at a name that is a stranger's choice.
      try OutputFile.write(bytes, to: path, followsLink: false)
    }
  }

  private func text(_ outputs: [TensorDescription], _ files: [String], _ classes: [RankedClasses]) -> String {
    var table = TextTable([])
    for (output, file) in zip(outputs, files) {
      table.add([output.name.printable, DescribedInput.kind(output.elementType, output.shape), "→ \(file.onOneLine)"])
    }
    return (table.lines() + classes.flatMap { $0.lines() }).joined(separator: "\n")
  }

  private func jsonText(_ outputs: [TensorDescription], _ files: [String], _ classes: [RankedClasses]) -> String {
    let outputs = zip(outputs, files).enumerated().map { index, pair in
      let (output, file) = pair
      let ranked = classes.first { $0.output == index }.map { [("classes", $0.json)] } ?? []
      return JSONValue.object(
        [
          ("name", .string(output.name)), ("type", .string(output.elementType.name)),
          ("shape", JSONValue(output.shape)), ("file", .string(file)),
        ] + ranked)
    }
    return JSONValue.object(
      JSONValue.firstMembers(schema: "mudra.run/1", source: model) + [("outputs", .array(outputs))]
    ).text
  }
}

extension Model {
  /// For each input of a signature, or of the first subgraph, what the metadata says of it, which is about the inputs
  /// of the first subgraph.
  fileprivate func inputMetadata(signature key: String?) throws(FormatError) -> [TensorMetadata?] {
    let signature = key.flatMap { self.signature(named: $0) }
    let tensors = signature?.inputs.map(\.tensorIndex) ?? subgraphs[0].inputs
    let described = signature.map { $0.subgraphIndex == 0 } ?? true ? try metadata()?.inputs ?? [] : []
    return tensors.map { tensor in
      subgraphs[0].inputs.firstIndex(of: tensor).flatMap { described.indices.contains($0) ? described[$0] : nil }
    }
  }

  /// For each input of a signature, or of the first subgraph, its extents, with −1 for those that the model leaves
  /// open; what is not there is not open.
  fileprivate func openShapes(signature key: String?) -> [[Int]] {
    let signature = key.flatMap { self.signature(named: $0) }
    let graph = subgraphs[signature?.subgraphIndex ?? 0]
    return (signature?.inputs.map(\.tensorIndex) ?? graph.inputs).map {
      graph.tensors[$0].shapeSignature ?? graph.tensors[$0].shape
    }
  }
}
