import ArgumentParser
import HandRecording
import TFLiteFormat
import TensorRuntime

/// `mudra run`: runs any model on arrays from files.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a .tflite model on NumPy files.",
    usage: "mudra run [<options>] <model> --output-dir <dir>",
    discussion: """
      Each output becomes DIR/<tensor name>.npy. Characters such as / and : become _, and names that are then equal \
      get a number.
      """,
    examples: [
      "run model.tflite --output-dir out", "run model.tflite --input image=image.npy --output-dir out",
      "run model.tflite --input 0=image.npy --output-dir out --top 3",
    ])

  @Argument(help: "A .tflite file.")
  var model: String

  @Option(
    name: .customLong("input"),
    help: ArgumentHelp(
      "The array for an input, which is named by its tensor, its name in the signature or its number. Dimensions that "
        + "the model leaves open may differ.", valueName: "name=file.npy"))
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
    let arrays = try arrays(in: paths, for: interpreter, contents)
    let classes: [RankedClasses]
    do throws(ModelError) {
      if arrays.map(\.shape) != interpreter.inputs.map(\.shape) {
        try interpreter.resizeInputs(to: arrays.map(\.shape))
      }
      for (index, array) in arrays.enumerated() { interpreter.set(index, to: array) }
      try interpreter.run()
      classes = try RankedClasses.all(of: interpreter, contents, signature: signature, most: top)
    } catch {
      throw CommandFailure(model, error)
    }
    try writeOutputs(of: interpreter, to: files)
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
          "\(model) has the input “\(input.name.printable)”, \(Self.kind(input.elementType, input.shape)); "
            + "give it with --input NAME=FILE.npy")
      }
      return path
    }
  }

  private func arrays(
    in paths: [String], for interpreter: Interpreter, _ contents: Model
  ) throws(CommandFailure) -> [NPYFile] {
    let open = contents.openShapes(signature: signature)
    var arrays: [NPYFile] = []
    for (index, path) in paths.enumerated() {
      let input = interpreter.inputs[index]
      let array = try NPYFile(path: path, limits: network.bundles.limits)
      let fits =
        array.shape == input.shape
        || array.shape.count == open[index].count && zip(array.shape, open[index]).allSatisfy { $1 == -1 || $0 == $1 }
      guard array.elementType == input.elementType, fits else {
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
      table.add([output.name.printable, Self.kind(output.elementType, output.shape), "→ \(file.onOneLine)"])
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

extension Interpreter {
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

extension Model {
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
