import MudraPlatform
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct ConsumedConstantsTests {
  private static let side = 96
  /// Bytes of the weights of a layer.
  private static let byteCount = side * side * 4

  /// A file of weights that layers have in turn: the first ones, the last ones, which begin in the middle of those, and
  /// the first ones again.
  private func file(_ body: (Bytes, Graph) throws -> Void) throws {
    var random = SeededGenerator(seed: 8)
    let floats = random.floats(Self.side * Self.side * 3 / 2)
    let bytes = floats.flatMap { float in withUnsafeBytes(of: float) { Array($0) } }
    try TemporaryFolder.withFile(bytes, as: "weights") { path in
      let file = try Bytes(contentsOfFile: path)
      var builder = GraphBuilder()
      let (shape, half) = ([Self.side, Self.side], Self.byteCount / 2)
      let first = try builder.constant(in: file.slice(at: 0, count: Self.byteCount), shape)
      let last = try builder.constant(in: file.slice(at: half, count: Self.byteCount), shape)
      var value = try builder.input([2, Self.side])
      for weights in [first, last, first] {
        value = try builder.apply(FullyConnected(parsing: .defaults), value, weights, nil)
      }
      try body(file, builder.graph(outputs: [value]))
    }
  }

  @Test(arguments: KernelProvider.available)
  func `what is made of consumed constants is the same, and their pages are given back`(
    provider: KernelProvider
  ) throws {
    try file { file, graph in
      let input = [(0..<2 * Self.side).map { Float($0 % 7) - 3 }]
      var options = PlanOptions(provider: provider)
      let expected = try Session(Plan(preparing: graph, options: options)).results(input)
      options.modelUse = .consumed
      #expect(try Session(Plan(preparing: graph, options: options)).results(input) == expected)
      #if os(Linux)
        #expect(file.array.count { $0 != 0 } < 2 * ZeroedMemory.pageByteCount)
      #endif
    }
  }

  @Test func `a constant that is a result is not given back`() throws {
    try file { file, _ in
      var builder = GraphBuilder()
      let input = try builder.input([1, Self.side])
      let weights = try builder.constant(
        in: file.slice(at: 0, count: Self.byteCount), [Self.side, Self.side])
      let product = try builder.apply(FullyConnected(parsing: .defaults), input, weights, nil)
      var options = PlanOptions()
      options.modelUse = .consumed
      let expected = file.array
      let plan = try Plan(preparing: builder.graph(outputs: [product, weights]), options: options)
      let results = try Session(plan).results([[Float](repeating: 1, count: Self.side)])
      #expect(results[1].contains { $0 != 0 })
      #expect(file.array == expected)
    }
  }
}
