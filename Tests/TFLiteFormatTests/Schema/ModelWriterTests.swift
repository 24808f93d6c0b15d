import TFLiteFormat
import Testing

@Suite struct ModelWriterTests {
  /// A network that uses every operation.
  private func writer() -> (writer: ModelWriter, output: ModelWriter.Tensor) {
    var writer = ModelWriter(description: "every operation")
    let input = writer.addInput("vector", shape: [1, 2])
    let positive = writer.apply(.relu, to: [input], shape: [1, 2], name: "positive")
    let squares = writer.apply(.multiply, to: [positive, positive], shape: [1, 2], name: "squares")
    let both = writer.apply(.concatenation, to: [positive, squares], shape: [1, 4], name: "both")
    let weights = writer.addConstant("weights", (0..<12).map { Float($0) }, shape: [3, 4])
    let bias = writer.addConstant("bias", [1, -2, 0.5], shape: [3])
    let sums = writer.apply(.fullyConnected, to: [both, weights, bias], shape: [1, 3], name: "sums")
    let scores = writer.apply(.softmax, to: [sums], shape: [1, 3], name: "scores")
    return (writer, scores)
  }

  @Test func `a model is read back as it was built`() throws {
    let (writer, output) = writer()
    let model = try Model(Bytes(writer.encoded(outputs: [output])))
    #expect(model.description == "every operation")
    let graph = try #require(model.subgraphs.first)
    let names = graph.operators.map { model.operatorCodes[$0.codeIndex].name }
    #expect(names == ["RELU", "MUL", "CONCATENATION", "FULLY_CONNECTED", "SOFTMAX"])
    #expect(graph.inputs.map { graph.tensors[$0].name } == ["vector"])
    #expect(graph.outputs.map { graph.tensors[$0].name } == ["scores"])
    let weights = try #require(graph.tensors.first { $0.name == "weights" })
    #expect(weights.shape == [3, 4])
    let bytes = try #require(model.constant(weights))
    #expect((0..<12).map { Float(bitPattern: bytes.integer(UInt32.self, at: 4 * $0) ?? 0) } == (0..<12).map(Float.init))
    #expect(try model.metadata() == nil)
  }

  @Test func `an operation that is used twice is listed once`() throws {
    var writer = ModelWriter(description: "")
    let input = writer.addInput("vector", shape: [1, 2])
    let middle = writer.apply(.relu, to: [input], shape: [1, 2], name: "middle")
    let output = writer.apply(.relu, to: [middle], shape: [1, 2], name: "output")
    let model = try Model(Bytes(writer.encoded(outputs: [output])))
    #expect(model.operatorCodes.map(\.name) == ["RELU"])
    #expect(model.subgraphs[0].operators.count == 2)
  }

  @Test func `the same calls give the same bytes`() {
    let (first, second) = (writer(), writer())
    #expect(first.writer.encoded(outputs: [first.output]) == second.writer.encoded(outputs: [second.output]))
  }
}
