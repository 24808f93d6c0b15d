import TFLiteFormat
import TensorRuntime
import TestSupport

extension FuzzTarget {
  /// Model files: the FlatBuffers structure, the metadata, the preparation of the graph, and runs of small ones.
  static let model = FuzzTarget(name: "model", byteLimit: 8192, seeds: modelSeeds) { bytes in
    let model: Model
    do throws(FormatError) {
      model = try Model(Bytes(bytes))
    } catch {
      return _ = error.description
    }
    readMetadata(of: model)
    for key in [nil] + model.signatures.map({ Optional($0.key) }) {
      do throws(ModelError) {
        let options = PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 20))
        let interpreter = try Interpreter(model, signature: key, options: options)
        try run(interpreter)
        try interpreter.resizeInputs(to: interpreter.inputs.map { $0.shape.map { $0 % 7 + 1 } })
        try run(interpreter)
      } catch {
        _ = error.description
      }
    }
  }

  /// The smallest models of each operator's cases, of custom and quantised ones, and of the graphs, that must be read or
  /// refused.
  private static func modelSeeds() throws -> [[UInt8]] {
    let several = ["graph", "custom", "quantized"]
    return try (OperatorRegistry.names.map { $0.lowercased() } + several).flatMap { folder in
      let models = try (OperatorFixture.cases(of: folder) + OperatorFixture.badModels(of: folder)).map { fixture in
        try fixture.entry("tflite").array
      }
      return models.sorted { $0.count < $1.count }.prefix(several.contains(folder) ? 40 : 4)
    }
  }

  private static func readMetadata(of model: Model) {
    _ = try? model.metadata()
    _ = try? model.labels(ofOutput: 0, locale: "en")
    for entry in model.subgraphs.flatMap(\.operators) { _ = try? entry.options?.scalar(0, default: Int8(0)) }
  }

  /// Runs a model if that does not take long; shapes that depend on values are bounded by the memory they may take.
  private static func run(_ interpreter: Interpreter) throws(ModelError) {
    let multiplyAdds = interpreter.plan?.steps.reduce(0) { $0 + $1.multiplyAdds } ?? 0
    guard multiplyAdds < 1 << 22 else { return }
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
