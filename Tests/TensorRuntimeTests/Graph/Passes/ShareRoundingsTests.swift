import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import Testing

@Suite struct ShareRoundingsTests {
  /// Three dense layers with byte filters, the last of which reads what `changed` makes of the others' input.
  private func graph(
    rows: Int, depth: Int = 40, changed: (inout GraphBuilder, Int) throws -> Int = { $1 }
  ) throws -> Graph {
    var builder = GraphBuilder()
    let input = try builder.input([rows, depth])
    let outputs = try (0..<3).map { layer in
      let values = (0..<24 * depth).map { Int8(truncatingIfNeeded: ($0 + layer) * 7919 % 255 - 127) }
      let filter = try builder.bytes(values, [24, depth], scale: 0.01)
      let read = layer < 2 ? input : try changed(&builder, input)
      return try builder.applyAll(
        FullyConnected(parsing: .defaults), [read, filter, nil], declared: [TensorType(.float32, [rows, 24])])[0]
    }
    return builder.graph(outputs: outputs)
  }

  private func results(_ graph: Graph, _ provider: KernelProvider) throws -> [[Float]] {
    let count = graph.values[graph.inputs[0]].type.elementCount
    return try Session(Plan(graph, provider: provider)).results([(0..<count).map { Float($0 * 7 % 31) - 11 }])
  }

  @Test(arguments: KernelProvider.available)
  func `layers that read the same floats round them once`(_ provider: KernelProvider) throws {
    var before = try graph(rows: 9)
    try before.lowerQuantization()
    var shared = before
    shared.shareRoundings()
    #expect(shared.nodes.count == before.nodes.count - 2)
    #expect(try results(shared, provider) == results(before, provider))
    shared.shareRoundings()
    #expect(shared.nodes.count == before.nodes.count - 2)
  }

  @Test func `the ranges of divided rows are found once`() throws {
    var before = try graph(rows: 1, depth: 40_000)
    try before.lowerQuantization()
    var shared = before
    shared.shareRoundings()
    // Ranges and integers of two layers.
    #expect(shared.nodes.count == before.nodes.count - 4)
    #expect(try results(shared, .reference) == results(before, .reference))
  }

  @Test func `layers that read other floats round them`() throws {
    var before = try graph(rows: 9) { builder, input in try builder.apply(Logistic(parsing: .defaults), input) }
    try before.lowerQuantization()
    var shared = before
    shared.shareRoundings()
    #expect(shared.nodes.count == before.nodes.count - 1)
    #expect(try results(shared, .reference) == results(before, .reference))
  }
}
