import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FuseByteTablesTests {
  private func bytes(_ scale: Float, _ zeroPoint: Int, _ shape: [Int] = [], _ type: ElementType = .int8) throws
    -> TensorType
  {
    try TensorType(type, shape, quantization: TensorQuantization(scale: scale, zeroPoint: zeroPoint))
  }

  /// All bytes, and what the operators of `body` make of them.
  private func graph(
    _ type: ElementType = .int8, _ body: (inout GraphBuilder, _ bytes: Int) throws -> [Int]
  ) throws -> Graph {
    var builder = GraphBuilder()
    let floats = try builder.input([2, 128])
    let input = try builder.applyAll(
      Quantize(parsing: .defaults), [floats], declared: [bytes(0.05, type == .int8 ? 3 : 131, [], type)])[0]
    let outputs = try body(&builder, input).map { try builder.apply(Dequantize(parsing: .defaults), $0) }
    return builder.graph(outputs: outputs)
  }

  private func results(_ graph: Graph, _ provider: KernelProvider) throws -> [[Float]] {
    let input = (0..<256).map { Float($0 - 131) * 0.05 }
    return try Session(Plan(graph, provider: provider)).results([input])
  }

  private func logistic(_ builder: inout GraphBuilder, _ x: Int, _ type: ElementType = .int8) throws -> Int {
    try builder.applyAll(
      Logistic(parsing: .defaults), [x], declared: [bytes(1 / 256, type == .int8 ? -128 : 0, [], type)])[0]
  }

  @Test(arguments: KernelProvider.available, [ElementType.int8, .uint8])
  func `a byte times its own logistic function is one table`(_ provider: KernelProvider, _ type: ElementType) throws {
    var before = try graph(type) { builder, x in
      let factor = try logistic(&builder, x, type)
      return [
        try builder.applyAll(
          Multiply(parsing: .defaults), [x, factor], declared: [bytes(0.05, type == .int8 ? -120 : 9, [], type)])[0]
      ]
    }
    try before.lowerQuantization()
    var fused = before
    try fused.fuseByteTables()
    #expect(fused.nodes.map(\.name) == ["QUANTIZE", "LOGISTIC + MUL", "DEQUANTIZE"])
    #expect(try results(fused, provider) == results(before, .reference))
  }

  @Test func `a chain of tables and sums is one table`() throws {
    var before = try graph { builder, x in
      let sum = try builder.applyAll(Add(parsing: .defaults), [x, x], declared: [bytes(0.1, 2)])[0]
      let factor = try logistic(&builder, sum)
      return [try logistic(&builder, factor)]
    }
    try before.lowerQuantization()
    var fused = before
    try fused.fuseByteTables()
    #expect(fused.nodes.map(\.name) == ["QUANTIZE", "ADD + LOGISTIC + LOGISTIC", "DEQUANTIZE"])
    #expect(try results(fused, .reference) == results(before, .reference))
  }

  @Test func `what others read, and functions of two tensors, stay`() throws {
    var before = try graph { builder, x in
      let factor = try logistic(&builder, x)
      let other = try logistic(&builder, factor)
      let product = try builder.applyAll(
        Multiply(parsing: .defaults), [other, factor], declared: [bytes(0.004, -128)])[0]
      return [product, factor]
    }
    try before.lowerQuantization()
    var fused = before
    try fused.fuseByteTables()
    // The product is a function of `factor`, which is an output.
    #expect(fused.nodes.map(\.name).sorted() == ["DEQUANTIZE", "DEQUANTIZE", "LOGISTIC", "LOGISTIC + MUL", "QUANTIZE"])
    #expect(try results(fused, .reference) == results(before, .reference))
  }
}
