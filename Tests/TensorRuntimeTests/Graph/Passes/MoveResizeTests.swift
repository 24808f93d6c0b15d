import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct MoveResizeTests {
  /// A RESIZE_BILINEAR of 3×4 pixels before a convolution.
  private func graph(
    to size: [Int32] = [6, 8], filter side: Int = 1, stride: Int = 1, activation: Int = 0, isResizedRead: Bool = false,
    halfPixels: Bool = true
  ) throws -> Graph {
    var random = SeededGenerator(seed: 5)
    var builder = GraphBuilder()
    let input = try builder.input([2, 3, 4, 8])
    let extents = try builder.integers(size)
    let resize = try BilinearResize(parsing: .fields([3: .byte(halfPixels ? 1 : 0)]))
    let resized = try builder.apply(resize, input, extents)
    let filter = try builder.constant(random.floats(16 * side * side * 8), [16, side, side, 8])
    let bias = try builder.constant(random.floats(16))
    let result = try builder.apply(
      Conv2D(parsing: .convolution(padding: 0, stride: stride, activation: activation)), resized, filter, bias)
    let slopes = try builder.constant(random.floats(16), [1, 1, 16])
    let positive = try builder.apply(ParametricReLU(parsing: .defaults), result, slopes)
    return builder.graph(outputs: isResizedRead ? [positive, resized] : [positive])
  }

  private func results(_ graph: Graph) throws -> [Float] {
    var random = SeededGenerator(seed: 13)
    return try Session(Plan(graph, provider: .reference)).results([random.floats(2 * 3 * 4 * 8)])[0]
  }

  @Test(arguments: [[6, 8], [5, 7], [3, 8]] as [[Int32]], [false, true])
  func `an enlarged picture is enlarged behind the 1×1 convolution that alone reads it`(
    size: [Int32], halfPixels: Bool
  ) throws {
    let before = try graph(to: size, halfPixels: halfPixels)
    var moved = before
    try moved.moveResizes()
    #expect(moved.nodes.map(\.name) == ["CONV_2D", "RESIZE_BILINEAR", "PRELU"])
    #expect(try Plan(moved, provider: .reference).steps[0].multiplyAdds == 2 * 3 * 4 * 8 * 16)
    let (expected, found) = (try results(before), try results(moved))
    #expect(found.count == expected.count)
    #expect(found != expected, "it would be the same code")
    for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-5) }
  }

  @Test func `a convolution that is not linear or has a window keeps its place`() throws {
    for before in [
      try graph(activation: 1), try graph(filter: 3), try graph(stride: 2), try graph(to: [4, 4]),
      try graph(to: [2, 3]),
      try graph(isResizedRead: true),
    ] {
      var moved = before
      try moved.moveResizes()
      #expect(moved.nodes.map(\.name) == before.nodes.map(\.name))
      #expect(try results(moved) == results(before))
    }
  }

  @Test func `only fast arithmetic moves it`() throws {
    for precision in Precision.allCases {
      var passed = try graph()
      try passed.applyPasses(PlanOptions(precision: precision))
      #expect(passed.nodes.first?.name == (precision == .fast ? "CONV_2D" : "RESIZE_BILINEAR"))
    }
  }
}
