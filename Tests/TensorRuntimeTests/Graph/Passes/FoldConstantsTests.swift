import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FoldConstantsTests {
  @Test func `half-precision weights become float constants`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([2])
    let halves = try builder.halves([0x3C00, 0xC000])
    let floats = try builder.apply(Dequantize(parsing: .defaults), halves)
    let sum = try builder.apply(Add(parsing: .defaults), input, floats)
    var graph = builder.graph(outputs: [sum])
    try graph.foldConstants()
    #expect(graph.nodes.map(\.name) == ["ADD"])
    #expect(graph.values[floats].constant != nil)
    #expect(try Session(Plan(graph)).results([[10, 10]]) == [[11, 8]])
  }

  @Test func `a chain of constants folds to its end`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([2, 2])
    let two = try builder.constant([2, 3])
    let product = try builder.apply(Multiply(parsing: .defaults), two, two)
    let difference = try builder.apply(Subtract(parsing: .defaults), product, two)
    let sum = try builder.apply(Add(parsing: .defaults), input, difference)
    var graph = builder.graph(outputs: [sum])
    try graph.foldConstants()
    #expect(graph.nodes.count == 1)
    #expect(try Session(Plan(graph)).results([[0, 0, 1, 1]]) == [[2, 6, 3, 7]])
  }

  @Test func `a graph that is constant altogether still has its output`() throws {
    var builder = GraphBuilder()
    let values = try builder.constant([-1, 1])
    let output = try builder.apply(ReLU(parsing: .defaults), values)
    var graph = builder.graph(outputs: [output])
    try graph.foldConstants()
    #expect(graph.nodes.isEmpty)
    #expect(try Session(Plan(graph)).results([]) == [[0, 1]])
  }

  @Test func `what depends on an input stays`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([2])
    let output = try builder.apply(ReLU(parsing: .defaults), input)
    var graph = builder.graph(outputs: [output])
    try graph.foldConstants()
    #expect(graph.nodes.count == 1)
  }

  @Test func `folding gives the values of running`() throws {
    func graph(isConstant: Bool) throws -> (Graph, [[Float]]) {
      var builder = GraphBuilder()
      let values: [Float] = [1, -2, 3, -4]
      let source = isConstant ? try builder.constant(values, [1, 2, 2, 1]) : try builder.input([1, 2, 2, 1])
      let filter = try builder.constant([1, 2, 3, 4], [1, 2, 2, 1])
      let bias = try builder.constant([0.5])
      let result = try builder.apply(Conv2D(parsing: .convolution(padding: 0)), source, filter, bias)
      return (builder.graph(outputs: [result]), isConstant ? [] : [values])
    }
    var (folded, _) = try graph(isConstant: true)
    try folded.foldConstants()
    let (computed, inputs) = try graph(isConstant: false)
    let separate = try Session(Plan(computed, provider: .reference)).results(inputs)
    #expect(try Session(Plan(folded)).results([]) == separate)
  }

  @Test func `results larger than the limit are refused before they are made`() throws {
    var builder = GraphBuilder()
    let one = try builder.constant([1])
    let amounts = try builder.integers([1 << 24, 1 << 24], [1, 2])
    let large = try builder.apply(Pad(parsing: .defaults), one, amounts)
    var graph = builder.graph(outputs: [large])
    let byteCount = (1 << 25) * 4 + 4
    #expect(throws: ModelError.constantsTooLarge(byteCount: byteCount, limit: 1 << 20)) {
      try graph.foldConstants(limit: 1 << 20)
    }
  }

  @Test func `the limit is for all results together`() throws {
    var builder = GraphBuilder()
    let values = try builder.constant([1, 2])
    let first = try builder.apply(ReLU(parsing: .defaults), values)
    let second = try builder.apply(ReLU6(parsing: .defaults), values)
    var enough = builder.graph(outputs: [first, second])
    // The results, and a copy of what is read.
    try enough.foldConstants(limit: 24)
    var tooLittle = builder.graph(outputs: [first, second])
    #expect(throws: ModelError.constantsTooLarge(byteCount: 16, limit: 15)) { try tooLittle.foldConstants(limit: 15) }
  }
}
