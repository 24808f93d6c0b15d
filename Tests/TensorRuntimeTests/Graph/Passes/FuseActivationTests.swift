import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FuseActivationTests {
  enum Producer: CaseIterable { case convolution, depthwise, dense }

  /// A layer of three channels; returns its result.
  private func layer(_ producer: Producer, _ builder: inout GraphBuilder, activation: Int = 0) throws -> Int {
    var random = SeededGenerator(seed: 5)
    let bias = try builder.constant(random.floats(3))
    switch producer {
    case .convolution:
      let input = try builder.input([1, 3, 2, 2])
      let filter = try builder.constant(random.floats(3 * 4 * 2), [3, 2, 2, 2])
      return try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, activation: activation)), input, filter, bias)
    case .depthwise:
      let input = try builder.input([1, 2, 2, 3])
      let filter = try builder.constant(random.floats(4 * 3), [1, 2, 2, 3])
      return try builder.apply(
        DepthwiseConv2D(parsing: .depthwise(padding: 0, activation: activation)), input, filter, bias)
    case .dense:
      let input = try builder.input([3, 4])
      let filter = try builder.constant(random.floats(3 * 4), [3, 4])
      return try builder.apply(
        FullyConnected(parsing: .fields([0: .byte(activation), 1: .byte(0), 2: .byte(0)])), input, filter, bias)
    }
  }

  private func results(_ graph: Graph) throws -> [[Float]] {
    var random = SeededGenerator(seed: 13)
    return try Session(Plan(graph, provider: .reference)).results([random.floats(12).map { $0 * 9 }])
  }

  /// Fuses, and checks that the values do not change.
  private func fuse(_ separate: Graph) throws -> Graph {
    var fused = separate
    try fused.fuseActivations()
    #expect(try results(fused) == results(separate))
    return fused
  }

  @Test(arguments: Producer.allCases)
  func `an activation moves into the layer that makes its input`(producer: Producer) throws {
    let activations: [any Operator] = [
      try ReLU(parsing: .defaults), try ReLU6(parsing: .defaults), try ReLUN1To1(parsing: .defaults),
    ]
    for activation in activations {
      var builder = GraphBuilder()
      let result = try builder.apply(activation, layer(producer, &builder))
      #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 1, "\(activation)")
    }
  }

  @Test(arguments: Producer.allCases)
  func `a PRELU of one slope a channel moves`(producer: Producer) throws {
    var builder = GraphBuilder()
    let values = try layer(producer, &builder)
    let slopes = try builder.constant([0.5, -2, 0], producer == .dense ? [3] : [1, 1, 3])
    let result = try builder.apply(ParametricReLU(parsing: .defaults), values, slopes)
    #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 1)
  }

  @Test func `a PRELU of one slope for all, or one a pixel, stays`() throws {
    for (slopes, shape) in [([Float(0.5)], [1]), ([0.5, 1, 2], [3, 1, 1])] {
      var builder = GraphBuilder()
      let values = try layer(.convolution, &builder)
      let constant = try builder.constant(slopes, shape)
      let result = try builder.apply(ParametricReLU(parsing: .defaults), values, constant)
      #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 2)
    }
  }

  @Test func `a layer that has an activation keeps it, and the next one stays`() throws {
    var builder = GraphBuilder()
    let result = try builder.apply(ReLU6(parsing: .defaults), layer(.convolution, &builder, activation: 1))
    #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 2)
  }

  @Test func `of two activations in a row the first moves`() throws {
    var builder = GraphBuilder()
    let first = try builder.apply(ReLUN1To1(parsing: .defaults), layer(.convolution, &builder))
    let second = try builder.apply(ReLU(parsing: .defaults), first)
    #expect(try fuse(builder.graph(outputs: [second])).nodes.map(\.name) == ["CONV_2D", "RELU"])
  }

  @Test func `a result that is read elsewhere stays as it is`() throws {
    var builder = GraphBuilder()
    let values = try layer(.convolution, &builder)
    let limited = try builder.apply(ReLU(parsing: .defaults), values)
    #expect(try fuse(builder.graph(outputs: [limited, values])).nodes.count == 2)
    let sum = try builder.apply(Add(parsing: .defaults), limited, values)
    #expect(try fuse(builder.graph(outputs: [sum])).nodes.count == 3)
  }

  @Test func `a PRELU whose slopes are computed stays`() throws {
    var builder = GraphBuilder()
    let values = try layer(.dense, &builder)
    let slopes = try builder.apply(Sum(parsing: .defaults), values, builder.integers([0]))
    let result = try builder.apply(ParametricReLU(parsing: .defaults), values, slopes)
    #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 3)
  }

  @Test func `an activation of an input stays`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([12])
    let result = try builder.apply(ReLU(parsing: .defaults), input)
    #expect(try fuse(builder.graph(outputs: [result])).nodes.count == 1)
  }
}
