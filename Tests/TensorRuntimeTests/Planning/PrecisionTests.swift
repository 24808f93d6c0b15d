import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct PrecisionTests {
  private let size = (height: 9, width: 12)

  /// 1×1 convolutions of 32 to 64 to 32 channels, with a depthwise one in between if wanted, a residual connection, and
  /// a last 1×1 convolution of few channels.
  private func graph(hasDepthwise: Bool = false) throws -> Graph {
    var random = SeededGenerator(seed: 3)
    var builder = GraphBuilder()
    let input = try builder.input([1, size.height, size.width, 32])
    func pointwise(_ picture: Int, _ from: Int, _ to: Int, _ builder: inout GraphBuilder) throws -> Int {
      let filter = try builder.constant(random.floats(from * to), [to, 1, 1, from])
      let bias = try builder.constant(random.floats(to))
      return try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, activation: to == 64 ? 1 : 0)), picture, filter, bias)
    }
    var middle = try pointwise(input, 32, 64, &builder)
    if hasDepthwise {
      let filter = try builder.constant(random.floats(9 * 64), [1, 3, 3, 64])
      let bias = try builder.constant(random.floats(64))
      middle = try builder.apply(DepthwiseConv2D(parsing: .depthwise(padding: 0)), middle, filter, bias)
    }
    let narrow = try pointwise(middle, 64, 32, &builder)
    let sum = try builder.apply(Add(parsing: .defaults), input, narrow)
    let last = try pointwise(sum, 32, 6, &builder)
    var graph = builder.graph(outputs: [last])
    try graph.fuseResiduals()
    return graph
  }

  private func plan(_ graph: Graph, _ provider: KernelProvider?, _ precision: Precision) throws -> Plan {
    try Plan(graph, provider: provider, precision: precision, limits: ModelLimits())
  }

  private func results(_ plan: Plan, threads: Int = 1, first: Float = 0.5) throws -> [Float] {
    var random = SeededGenerator(seed: 5)
    var input = random.floats(plan.inputs[0].elementCount)
    input[0] = first
    return try Session(plan, threads: threads).results([input])[0]
  }

  @Test func `steps are exact unless fast ones are allowed`() throws {
    #expect(PlanOptions().precision == .exact)
    for provider in KernelProvider.available {
      #expect(try plan(graph(), provider, .exact).steps.allSatisfy { $0.precision == .exact })
    }
    let fast = try plan(graph(), .simd, .fast)
    #expect(fast.steps.map(\.precision) == [.fast, .fast, .exact], "the last convolution has few channels")
  }

  @Test func `fast steps compute the same on all providers and any number of threads`() throws {
    let expected = try results(plan(graph(), .reference, .fast))
    let exact = try results(plan(graph(), .reference, .exact))
    #expect(expected != exact)
    for (fast, value) in zip(expected, exact) { #expect(abs(fast - value) < 0.05) }
    for provider in KernelProvider.available {
      let plan = try plan(graph(), provider, .fast)
      guard plan.steps[0].precision == .fast else { continue }
      // The last convolution is float32, whose order of additions is the provider's.
      for threads in 1...3 {
        let found = try results(plan, threads: threads)
        for (value, want) in zip(found, expected) { #expect(abs(value - want) < 1e-4) }
        #expect(try found == results(plan), "\(provider), \(threads) threads")
      }
    }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .blas })
  func `a block computes what its convolutions compute one by one`(provider: KernelProvider) throws {
    let separate = try graph(hasDepthwise: true)
    var fused = separate
    try fused.fuseBlocks(provider: nil, where: { _, _ in true })
    let (alone, block) = (try plan(separate, provider, .fast), try plan(fused, provider, .fast))
    #expect(block.steps.count < alone.steps.count)
    #expect(block.steps[0].precision == alone.steps[0].precision)
    for first in [0.5, Float.nan] {
      let expected = try results(alone, first: first).map(\.bitPattern)
      for threads in 1...3 {
        let found = try results(block, threads: threads, first: first)
        let isSame = zip(found, expected).allSatisfy { $0.bitPattern == $1 || $0.isNaN && Float(bitPattern: $1).isNaN }
        #expect(isSame, "\(threads) threads")
      }
    }
  }

  @Test func `numbers that are not finite stay in their pixels, and end the scale of four`() throws {
    let plain = try results(plan(graph(), nil, .fast))
    for value in [Float.nan, .infinity] {
      let found = try results(plan(graph(), nil, .fast), first: value)
      #expect(found[..<6].allSatisfy { !$0.isFinite })
      for (value, exact) in zip(found[6..<24], plain[6..<24]) { #expect(abs(value - exact) < 0.05) }
      #expect(found[24...] == plain[24...])
    }
  }

  @Test func `the first convolution of a picture is fast, too`() throws {
    var random = SeededGenerator(seed: 4)
    var builder = GraphBuilder()
    let input = try builder.input([1, 13, 10, 3])
    let filter = try builder.constant(random.floats(32 * 25 * 3), [32, 5, 5, 3])
    let bias = try builder.constant(random.floats(32))
    let first = try builder.apply(
      Conv2D(parsing: .convolution(padding: 0, stride: 2, activation: 1)), input, filter, bias)
    let graph = builder.graph(outputs: [first])
    let exact = try results(plan(graph, .reference, .exact))
    let expected = try results(plan(graph, .reference, .fast))
    #expect(expected != exact)
    for (fast, value) in zip(expected, exact) { #expect(abs(fast - value) < 0.01) }
    for provider in KernelProvider.available {
      let plan = try plan(graph, provider, .fast)
      guard plan.steps[0].precision == .fast else { continue }
      for threads in 1...3 { #expect(try results(plan, threads: threads) == expected, "\(provider)") }
    }
  }

  @Test func `fast weights take half the memory`() throws {
    let (exact, fast) = (try plan(graph(), .simd, .exact), try plan(graph(), .simd, .fast))
    #expect(
      MemoryFootprint(sharedBy: [fast]).weightByteCount < MemoryFootprint(sharedBy: [exact]).weightByteCount * 2 / 3)
  }
}
