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
    PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 20, multiplyAdds: multiplyAdds))
  }

  /// The smallest models among each operator's cases, and more of the graph, custom and quantized cases, which must be
  /// read or refused.
  private static func modelSeeds() throws -> [[UInt8]] {
    let several = ["graph", "custom", "quantized"]
    return try (OperatorRegistry.names.map { $0.lowercased() } + several).flatMap { folder in
      let models = try OperatorFixture.models(of: folder).map { try $0.entry("tflite").array }
      return models.sorted { $0.count < $1.count }.prefix(several.contains(folder) ? 40 : 4)
    }
  }

  private static func readMetadata(of model: Model) {
    _ = try? model.metadata()
    _ = try? model.labels(ofOutput: 0, locale: "en")
    for entry in model.subgraphs.flatMap(\.operators) { _ = try? entry.options?.scalar(0, default: Int8(0)) }
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
