import GestureTraining
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport

extension FuzzTarget {
  /// Model files: the FlatBuffers structure, the metadata, the preparation of the graph, and runs of small ones.
  static let model = FuzzTarget(name: "model", byteLimit: 8192, seeds: modelSeeds, mutation: ModelMutation.mutated) {
    bytes in
    let model: Model
    do throws(FormatError) {
      model = try Model(Bytes(bytes))
    } catch {
      return _ = error.description
    }
    try readMetadata(of: model)
    for key in [nil] + model.signatures.map({ Optional($0.key) }) {
      do throws(ModelError) {
        let interpreter = try Interpreter(model, signature: key, options: options(multiplyAdds: 1 << 22))
        try run(interpreter)
        try interpreter.resizeInputs(to: interpreter.inputs.map { $0.shape.map { $0 % 7 + 1 } })
        try run(interpreter)
      } catch .tooManyMultiplyAdds {
        // A run would take long, but preparing must not.
        _ = try? Interpreter(model, signature: key, options: options(multiplyAdds: ModelLimits().multiplyAdds))
      } catch {
        _ = error.description
      }
    }
  }

  /// Limits that keep a run short, whatever its shapes.
  private static func options(multiplyAdds: Int) -> PlanOptions {
    // A loop may go on until the time is over.
    PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 20, multiplyAdds: multiplyAdds, time: .seconds(1)))
  }

  /// The smallest models among each operator's cases, and more of the graph, custom and quantized cases, which must be
  /// read or refused; and some of them with metadata, signatures, labels and options of custom operators.
  private static func modelSeeds() throws -> [[UInt8]] {
    let several = ["graph", "custom", "quantized"]
    let names = OperatorRegistry.names + ModelOperators.names
    let plain = try (names.map { $0.lowercased() } + several).flatMap { folder in
      let models = try OperatorFixture.models(of: folder).map { try $0.entry("tflite").array }
      return models.sorted { $0.count < $1.count }.prefix(several.contains(folder) ? 40 : 4)
    }
    return try plain + described() + trained()
  }

  /// Classifiers of both methods, as training writes them, for embeddings of four values.
  private static func trained() throws -> [[UInt8]] {
    var generator = SeededGenerator(seed: 1)
    var dataset = GestureDataset()
    for (gesture, center) in [("one", 1), ("two ✋", 2), (nil, 4)] as [(String?, Float)] {
      for _ in 0..<3 {
        try dataset.add(HandEmbedding((0..<4).map { _ in center + 0.3 * generator.nextFloat() }), gesture: gesture)
      }
    }
    return try [GestureTrainingOptions.Method.distance, .softmax].map { method in
      let gestures = try GestureTrainer(options: GestureTrainingOptions(method: method)).train(dataset)
      return try gestures.head.model(names: gestures.names)
    }
  }

  /// Models that say more about themselves, as a mutation makes them.
  private static func described() throws -> [[UInt8]] {
    let models = [
      OperatorFixture("graph", "conv_relu"), OperatorFixture("graph", "signatures"),
      OperatorFixture("custom", "matrix"), OperatorFixture("custom", "bilinear_rotated"),
    ]
    return try models.flatMap { model in
      let bytes = try model.entry("tflite").array
      return try (1...8 as ClosedRange<UInt64>).map { seed in
        guard var mutation = ModelMutation(bytes, SeededGenerator(seed: seed)) else {
          throw Finding(description: "\(model) cannot be taken apart")
        }
        for subject in [.metadata, .labels, .metadata, .signatures] as [ModelMutation.Subject] {
          mutation.change(subject)
        }
        if seed % 2 == 0 { mutation.change(.customOptions) }
        return mutation.parts.bytes
      }
    }
  }

  /// Reads what a model says about itself; what is there must be found again by its name.
  private static func readMetadata(of model: Model) throws {
    for entry in model.subgraphs.flatMap(\.operators) {
      _ = try? entry.options?.scalar(0, default: Int8(0))
      _ = try? entry.optionFields()
    }
    guard let metadata = try? model.metadata() else { return }
    for index in metadata.outputs.indices.prefix(4) {
      for locale in [nil, "en"] {
        guard let labels = try? model.labels(ofOutput: index, locale: locale) else { continue }
        try require(!labels.isEmpty, "a file of labels without labels")
        try require(labels.allSatisfy { !$0.unicodeScalars.contains("\n") }, "a label of two lines")
      }
      for file in metadata.outputs[index].associatedFiles.prefix(4) { _ = try? model.associatedFile(named: file.name) }
    }
  }

  /// Runs a model on bytes that are not all equal.
  private static func run(_ interpreter: Interpreter) throws(ModelError) {
    for index in interpreter.inputs.indices {
      interpreter.withInput(index) { memory in
        for place in memory.indices { memory[place] = UInt8(truncatingIfNeeded: place &* 37) & 0x3F }
      }
    }
    try interpreter.run()
    for (index, output) in interpreter.outputs.enumerated() {
      let byteCount = interpreter.withOutput(index) { $0.reduce(into: 0) { count, _ in count += 1 } }
      precondition(byteCount == output.elementCount * (output.elementType.byteCount ?? 0), "an output of another size")
    }
  }
}
