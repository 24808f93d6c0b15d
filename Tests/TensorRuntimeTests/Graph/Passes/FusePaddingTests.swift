import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FusePaddingTests {
  /// A PAD before a convolution with valid padding.
  private func graph(
    amounts: [Int32], isDepthwise: Bool = false, padding: Int = 1, isPaddedRead: Bool = false, stride: Int = 1
  ) throws -> Graph {
    var random = SeededGenerator(seed: 7)
    var builder = GraphBuilder()
    let input = try builder.input([1, 4, 5, 2])
    let counts = try builder.integers(amounts, [4, 2])
    let padded = try builder.apply(Pad(parsing: .defaults), input, counts)
    let channels = 2 + Int(amounts[6] + amounts[7])
    let result: Int
    if isDepthwise {
      let filter = try builder.constant(random.floats(9 * channels), [1, 3, 3, channels])
      result = try builder.apply(
        DepthwiseConv2D(parsing: .depthwise(padding: padding, stride: stride)), padded, filter)
    } else {
      let filter = try builder.constant(random.floats(3 * 9 * channels), [3, 3, 3, channels])
      result = try builder.apply(Conv2D(parsing: .convolution(padding: padding, stride: stride)), padded, filter)
    }
    return builder.graph(outputs: isPaddedRead ? [result, padded] : [result])
  }

  private func results(_ graph: Graph) throws -> [[Float]] {
    var random = SeededGenerator(seed: 11)
    return try Session(Plan(graph, provider: .reference)).results([random.floats(40)])
  }

  @Test(arguments: [false, true], [1, 2])
  func `a padding of height and width moves into the convolution that alone reads it`(
    isDepthwise: Bool, stride: Int
  ) throws {
    for amounts in [[0, 0, 1, 1, 1, 1, 0, 0], [0, 0, 0, 2, 3, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]] as [[Int32]] {
      let separate = try graph(amounts: amounts, isDepthwise: isDepthwise, stride: stride)
      var fused = separate
      try fused.fusePadding()
      #expect(fused.nodes.map(\.name) == [isDepthwise ? "DEPTHWISE_CONV_2D" : "CONV_2D"])
      #expect(try results(fused) == results(separate), "padding \(amounts)")
    }
  }

  @Test(arguments: [[1, 0, 1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1, 0, 2]] as [[Int32]])
  func `a padding of pictures or channels stays`(amounts: [Int32]) throws {
    let separate = try graph(amounts: amounts)
    var fused = separate
    try fused.fusePadding()
    #expect(fused.nodes.count == 2)
    #expect(try results(fused) == results(separate))
  }

  @Test func `a convolution that pads by itself keeps the PAD before it`() throws {
    var fused = try graph(amounts: [0, 0, 1, 1, 1, 1, 0, 0], padding: 0)
    try fused.fusePadding()
    #expect(fused.nodes.count == 2)
  }

  @Test func `a padded picture that is read elsewhere stays`() throws {
    let separate = try graph(amounts: [0, 0, 1, 1, 1, 1, 0, 0], isPaddedRead: true)
    var fused = separate
    try fused.fusePadding()
    #expect(fused.nodes.count == 2)
    #expect(try results(fused) == results(separate))
  }

  @Test func `of two paddings in a row the second moves`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([1, 2, 2, 1])
    let counts = try builder.integers([0, 0, 1, 0, 1, 0, 0, 0], [4, 2])
    let once = try builder.apply(Pad(parsing: .defaults), input, counts)
    let twice = try builder.apply(Pad(parsing: .defaults), once, counts)
    let filter = try builder.constant([1, 2, 3, 4], [1, 2, 2, 1])
    let result = try builder.apply(Conv2D(parsing: .convolution(padding: 1)), twice, filter)
    let separate = builder.graph(outputs: [result])
    var fused = separate
    try fused.fusePadding()
    #expect(fused.nodes.map(\.name) == ["PAD", "CONV_2D"])
    let input4: [[Float]] = [[1, 2, 3, 4]]
    #expect(try Session(Plan(fused)).results(input4) == Session(Plan(separate)).results(input4))
  }
}
