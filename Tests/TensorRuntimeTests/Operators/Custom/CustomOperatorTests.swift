import Synchronization
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct CustomOperatorTests {
  /// MediaPipe's operators on pictures; the expected results are MediaPipe's own, as floats without a shape.
  @Test(arguments: try OperatorFixture.cases(of: "custom"), KernelProvider.available)
  func `matches MediaPipe`(_ fixture: OperatorFixture, _ provider: KernelProvider) throws {
    let expected = try NPYFile(encoded: fixture.entry("output0.npy").array).floats
    for threads in [1, 2] {
      let found = try fixture.run(provider: provider, threads: threads)[0].floats
      // Sums of up to 25 taps of 3 channels; coordinates up to ten times as large as the values.
      #expect(Tolerance.reorderedSum(terms: 75).failure(actual: found, expected: expected) == nil)
    }
  }

  @Test func `every operator of MediaPipe's models has cases`() throws {
    let cases = try OperatorFixture.cases(of: "custom").map(\.name)
    for prefix in ["transpose_", "bilinear_", "landmarks_", "matrix"] {
      #expect(cases.filter { $0.hasPrefix(prefix) }.count >= 2)
    }
  }

  @Test func `an operator that nobody brings is named`() throws {
    let fixture = OperatorFixture("custom", "matrix")
    #expect(throws: ModelError.unsupportedOperators(["Landmarks2TransformMatrix"])) {
      try Plan(fixture.model(), options: PlanOptions(customOperators: []))
    }
  }

  /// A caller's operator, which doubles its input.
  struct Doubled: CustomOperator {
    static let name = "TransformLandmarks"

    init(options: Bytes, version: Int) throws(OperatorError) {
      guard version == 2, options.count == 0 else { throw .customOptions("no options expected") }
    }

    func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
      guard let input = inputs.first ?? nil else { throw .inputMissing(0) }
      return [CustomTensor(input.elementType, input.shape)]
    }

    func prepare(
      _ inputs: [CustomTensor?], provider: KernelProvider?
    ) throws(OperatorError) -> any CustomKernel {
      #expect(inputs[1]?.floats?.count == 16)
      return Kernel()
    }

    struct Kernel: CustomKernel {
      var usefulShareCount: Int { 2 }

      func run(_ operands: CustomOperands) {
        let (input, output) = (operands.input(0, as: Float.self), operands.output(0, as: Float.self))
        for index in operands.share(of: output.count) { output[index] = 2 * input[index] }
      }
    }
  }

  /// Counts the runs of each of its kernels.
  private struct Counting: CustomOperator {
    static let name = "TransformLandmarks"

    init(options: Bytes, version: Int) {}

    func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
      guard let input = inputs.first ?? nil else { throw .inputMissing(0) }
      return [CustomTensor(input.elementType, input.shape)]
    }

    func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) -> any CustomKernel { Kernel() }

    private final class Kernel: CustomKernel {
      private let runs = Mutex(0)

      func run(_ operands: CustomOperands) {
        let output = operands.output(0, as: Float.self)
        let count = runs.withLock { count in
          count += 1
          return count
        }
        for index in 0..<output.count { output[index] = Float(count) }
      }
    }
  }

  @Test func `equal uses of a caller's operator have kernels of their own`() throws {
    let one = try Graph(
      OperatorFixture("custom", "landmarks_2d").model(), options: PlanOptions(customOperators: [Counting.self]))
    let node = try #require(one.nodes.first { $0.name == Counting.name })
    let input = try #require(node.inputs[0]), first = node.outputs[0], second = one.values.count
    let values = one.values + [Graph.Value(name: "second", type: one.values[first].type)]
    let inputs = [first] + node.inputs.dropFirst()
    let other = Graph.Node(index: 1, inference: node.inference, inputs: inputs, outputs: [second])
    let both = Graph(values: values, nodes: [node, other], inputs: [input], outputs: [first, second])
    let count = values[first].type.elementCount
    let results = try Session(Plan(both, provider: .reference)).results([[Float](repeating: 0, count: count)])
    #expect(results == [[Float](repeating: 1, count: count), [Float](repeating: 1, count: count)])
  }

  @Test(arguments: [1, 2])
  func `a caller's operator takes part in a model`(threads: Int) throws {
    let fixture = OperatorFixture("custom", "landmarks_2d")
    let options = PlanOptions(customOperators: MediaPipeOperators.all + [Doubled.self])
    let inference = try Inference(fixture.model(), options: options, threads: threads)
    let inputs = try fixture.inputs()
    #expect(try inference.run(inputs)[0].floats == inputs[0].floats.map { 2 * $0 })
  }

  // MARK: Hostile operands

  @Test func `a picture wider than floats can count is read to its last pixel`() throws {
    let width = 1 << 24 + 4
    let operators = try OperatorFixture("custom", "bilinear_identity").model().subgraphs[0].operators
    let options: [UInt8] = try #require(operators.first { $0.customOptions != nil }?.customOptions?.array)
    let model = OneOperator(
      name: "TransformTensorBilinear", customOptions: options,
      inputs: [.empty([1, 1, width, 1]), .empty([1, 4, 4])])
    let session = try Session(Plan(Model(Bytes(model.bytes))))
    session.withInput(0) { $0.storeBytes(of: Float(7), toByteOffset: (width - 1) * 4, as: Float.self) }
    session.withInput(1) { map in
      // Every pixel comes from here; as a float, the width minus one is the width.
      map.storeBytes(of: Float(width), toByteOffset: 3 * 4, as: Float.self)
      map.storeBytes(of: Float(0.5), toByteOffset: 7 * 4, as: Float.self)
    }
    try session.run()
    #expect(Set(session.output(0)) == [7])
  }

  private func transposed(_ filter: [Int], picture: OneOperator.Tensor) -> OneOperator {
    let options: [Int32] = [2, 1, 1]
    return OneOperator(
      name: "Convolution2DTransposeBias",
      customOptions: options.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } },
      inputs: [picture, .ones(filter), .ones([filter[0]])])
  }

  @Test func `a transposed convolution has few filter rows`() throws {
    let picture = OneOperator.Tensor.empty([1, 2, 2, 1])
    for (filter, side) in [([1, 65, 1, 1], "height"), ([1, 1, 65, 1], "width")] {
      let model = transposed(filter, picture: picture)
      #expect(throws: model.error(.value(name: "filter \(side)", 65))) { try model.run() }
    }
    #expect(try transposed([1, 64, 64, 1], picture: picture).run() == [[1, 65, 65, 1]])
  }

  @Test func `what a custom operator packs counts before it is packed`() throws {
    let model = transposed([1, 64, 1, 64], picture: .empty([1, 1, 1, 64]))
    let packed = 64 * (8 * 70 * 4 + 3 * 64 * 4)
    let constants = 64 * 64 * 4 + 4
    #expect(throws: ModelError.memoryTooLarge(byteCount: packed + constants, limit: 1 << 16)) {
      try Plan(Model(Bytes(model.bytes)), options: PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 16)))
    }
  }

  @Test func `scratch of what is folded counts`() throws {
    let model = transposed([1, 1, 64, 1], picture: .ones([1, 1, 1 << 12, 1]))
    let limits = ModelLimits(memoryByteCount: 1 << 19)
    #expect(throws: ModelError.constantsTooLarge(byteCount: (1 << 12 + 63) * 4 + 64 << 14, limit: 1 << 19)) {
      try Plan(Model(Bytes(model.bytes)), options: PlanOptions(limits: limits))
    }
  }

  /// The options of an operator in a reference case.
  private func fixtureOptions(of name: String) throws -> [UInt8] {
    let fixture = try #require(
      try OperatorFixture.cases(of: "custom").first { try $0.model().operatorCodes.contains { $0.customName == name } })
    let model = try fixture.model()
    let entry = try #require(
      model.subgraphs[0].operators.first { model.operatorCodes[$0.codeIndex].customName == name })
    return entry.customOptions?.array ?? []
  }

  @Test(arguments: MediaPipeOperators.all.map { $0.name })
  func `options may be anything`(_ name: String) throws {
    let type = try #require(MediaPipeOperators.all.first { $0.name == name })
    let whole = try PlacePoolingTests.options(of: name) ?? fixtureOptions(of: name)
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<2000 {
      var bytes = Array(whole.prefix(Int(random.next() % UInt64(whole.count + 1))))
      if random.next() % 2 == 0 { bytes = whole }
      for _ in 0..<Int(random.next() % 4) where !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let operation = try? type.init(options: Bytes(bytes), version: Int(random.next() % 3))
      let shapes = [[1, 6, 8, 3], [1, 24, 3], [1, 4, 4], [0, 6, 8, 3], [4]]
      let inputs = (0..<3).map { _ in CustomTensor(.float32, shapes[Int(random.next() % 5)]) }
      for count in 0...3 { _ = try? operation?.outputs(for: Array(inputs[..<count])) }
    }
  }
}
