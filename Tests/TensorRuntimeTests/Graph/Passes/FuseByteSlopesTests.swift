import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FuseByteSlopesTests {
  private func bytes(scale: Float, zeroPoint: Int, _ type: ElementType = .int8) throws -> TensorType {
    try TensorType(type, [], quantization: TensorQuantization(scale: scale, zeroPoint: zeroPoint))
  }

  private static func slopes(_ count: Int) -> [Float] {
    (0..<count).map { index in Float(index * 7919 % 2003 - 801) / 1000 }
  }

  /// Bytes, which are dequantized, take a PRELU and are quantized again.
  private func graph(
    slopes: [Float] = FuseByteSlopesTests.slopes(24), shape: [Int] = [1, 1, 24],
    isRead: Bool = false, to type: ElementType = .int8
  ) throws -> Graph {
    var builder = GraphBuilder()
    let input = try builder.input([1, 5, 7, 24])
    let first = try builder.applyAll(
      Quantize(parsing: .defaults), [input], declared: [bytes(scale: 0.0471, zeroPoint: 11)])
    let numbers = try builder.apply(Dequantize(parsing: .defaults), first[0])
    let activation = try builder.apply(
      ParametricReLU(parsing: .defaults), numbers, builder.constant(slopes, shape))
    let last = try builder.applyAll(
      Quantize(parsing: .defaults), [activation],
      declared: [bytes(scale: 0.0313, zeroPoint: type == .int8 ? -31 : 90, type)])
    let result = try builder.apply(Dequantize(parsing: .defaults), last[0])
    return builder.graph(outputs: isRead ? [result, activation] : [result])
  }

  private func results(_ graph: Graph, _ provider: KernelProvider) throws -> [Float] {
    let input = (0..<5 * 7 * 24).map { index -> Float in
      let value: Int = index * 181 % 256 - 128
      return Float(value) * 0.0471
    }
    return try Session(Plan(graph, provider: provider)).results([input])[0]
  }

  @Test(arguments: KernelProvider.available)
  func `a PRELU between bytes is one operator of the same integers`(_ provider: KernelProvider) throws {
    let before = try graph()
    var fused = before
    try fused.fuseByteSlopes()
    #expect(fused.nodes.map(\.name) == ["QUANTIZE", "DEQUANTIZE + PRELU + QUANTIZE", "DEQUANTIZE"])
    #expect(try results(fused, provider) == results(before, .reference))
  }

  @Test func `a PRELU whose floats are read, of one slope a pixel, or to another type stays`() throws {
    for before in [
      try graph(isRead: true), try graph(slopes: Self.slopes(7), shape: [7, 1]), try graph(to: .uint8),
    ] {
      var fused = before
      try fused.fuseByteSlopes()
      #expect(fused.nodes.map(\.name) == before.nodes.map(\.name))
      #expect(try results(fused, .reference) == results(before, .reference))
    }
  }
}
