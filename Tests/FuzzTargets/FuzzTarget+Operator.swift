import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport

extension FuzzTarget {
  /// One operator with options, shapes and constants determined by the input: every provider gives the results of
  /// `reference`, none accesses memory that is not its own, and a session gives the same bits with one and two threads.
  static let `operator` = FuzzTarget(name: "operator", byteLimit: 96, seeds: operatorSeeds) { bytes in
    var decisions = InputDecisions(bytes)
    let type = decisions.pick(OperatorRegistry.all)
    do {
      let graph = try RandomUse(of: type, &decisions).graph
      guard isSmall(graph) else {
        // What is too large to run must be refused, or be cheap to prepare.
        _ = try Plan(graph, provider: nil, limits: ModelLimits(memoryByteCount: 1 << 18))
        return
      }
      try compareProviders(graph, decisions.pick([.start, .end]), seed: decisions.next())
    } catch is OperatorError {
    } catch is ModelError {
    }
  }

  /// Some inputs for each operator.
  private static func operatorSeeds() -> [[UInt8]] {
    OperatorRegistry.all.indices.flatMap { index in
      (0..<4).map { [UInt8(truncatingIfNeeded: index)] + SeededGenerator.bytes(63, seed: UInt64(4 * index + $0 + 1)) }
    }
  }

  /// Whether the operands in total, and the work on them, are small.
  private static func isSmall(_ graph: Graph) -> Bool {
    let node = graph.nodes[0]
    let sizes = graph.values.map(\.type.byteCount)
    let work = node.inference.multiplyAdds
    return sizes.allSatisfy { $0 <= 1 << 17 } && work <= 1 << 20
  }

  private static func compareProviders(_ graph: Graph, _ side: PageEndMemory<UInt8>.Side, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var inputs: [Int: [UInt8]] = [:]
    for value in graph.inputs { inputs[value] = values(of: graph.values[value].type, &random) }
    let expected = try GuardedRun(graph, inputs: inputs, provider: .reference, against: side)
    let name = graph.nodes[0].name
    for provider in KernelProvider.available where provider != .reference {
      let found = try GuardedRun(graph, inputs: inputs, provider: provider, against: side)
      try require(found.fault == expected.fault, "\(name): \(provider) says \(String(describing: found.fault))")
      if expected.fault == nil { try compare(found.outputs, expected.outputs, graph, "\(provider)") }
    }
    let limits = ModelLimits(memoryByteCount: 1 << 22)
    for threads in [1, 2] {
      let session = try Session(Plan(graph, provider: nil, limits: limits), threads: threads)
      do {
        let found = try run(session, graph.inputs.map { inputs[$0] ?? [] })
        if expected.fault == nil { try compare(found, expected.outputs, graph, "a session with \(threads) threads") }
      } catch let error as ModelError {
        try require(expected.fault != nil, "\(name): a session says \(error)")
      }
    }
    try compareFusion(graph, graph.inputs.map { inputs[$0] ?? [] }, limits)
  }

  /// Compares the graph followed by an activation with the graph that folding and fusing make of it.
  private static func compareFusion(_ graph: Graph, _ inputs: [[UInt8]], _ limits: ModelLimits) throws {
    var graph = graph
    guard let output = graph.outputs.first, graph.outputs.count == 1, graph.values[output].type.elementType == .float32
    else { return }
    graph.values.append(Graph.Value(name: "limited", type: graph.values[output].type))
    let limited = graph.values.count - 1
    let inference = try ReLU6().infer(Operands([Operand(graph.values[output].type)]))
    graph.nodes.append(Graph.Node(index: 1, inference: inference, inputs: [output], outputs: [limited]))
    let whole = Graph(values: graph.values, nodes: graph.nodes, inputs: graph.inputs, outputs: [limited])
    let expected = try run(Session(Plan(whole, provider: .reference, limits: limits)), inputs)
    let found = try run(Session(Plan(preparing: whole, options: PlanOptions(limits: limits))), inputs)
    try compare(found, expected, graph, "with RELU6 behind it, the fused plan")
  }

  /// Sets the inputs, runs, and returns the outputs; the inputs must not change.
  private static func run(_ session: Session, _ inputs: [[UInt8]]) throws -> [[UInt8]] {
    for (index, input) in inputs.enumerated() { session.withInput(index) { $0.copyBytes(from: input) } }
    try session.run()
    for (index, input) in inputs.enumerated() {
      try require(session.withInput(index) { $0.elementsEqual(input) }, "a run changes input \(index)")
    }
    return session.plan.outputs.indices.map { index in session.withOutput(index) { Array($0) } }
  }

  /// Values of a tensor: floats and halves from −1 to 1, small integers.
  private static func values(of type: TensorType, _ random: inout SeededGenerator) -> [UInt8] {
    switch type.elementType {
    case .float32: random.floats(type.elementCount).withUnsafeBytes { Array($0) }
    // The sign, an exponent below that of 1, any fraction.
    case .float16:
      (0..<type.elementCount).flatMap { _ in [UInt8(random.next() >> 56), UInt8(random.next() >> 56) & 0xBB] }
    case .bool: (0..<type.byteCount).map { _ in UInt8(random.next() >> 63) }
    case .int32: (0..<type.elementCount).flatMap { _ in bytes(Int32(random.next() >> 61) - 2) }
    case .int64: (0..<type.elementCount).flatMap { _ in bytes(Int64(random.next() >> 61) - 2) }
    default: (0..<type.byteCount).map { _ in UInt8(random.next() >> 56) }
    }
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func compare(_ found: [[UInt8]], _ expected: [[UInt8]], _ graph: Graph, _ what: String) throws {
    let node = graph.nodes[0]
    for (output, (bytes, wanted)) in zip(node.outputs, zip(found, expected)) {
      let type = graph.values[output].type
      let (found, wanted) = (
        NPYFile(elementType: type.elementType, shape: type.shape, bytes: bytes),
        NPYFile(elementType: type.elementType, shape: type.shape, bytes: wanted)
      )
      // Short formulas may differ by units in the last place, sums by the order of their terms.
      let terms = node.inputs.reduce(64) { max($0, $1.map { graph.values[$0].type.elementCount } ?? 0) }
      guard let failure = OperatorFixture.difference(found, wanted, .ulps(64)),
        OperatorFixture.difference(found, wanted, .reorderedSum(terms: terms)) != nil
      else { continue }
      let shapes = node.inputs.map { $0.map { "\(graph.values[$0].type.elementType) \(graph.values[$0].type.shape)" } }
      throw Finding(description: "\(node.name) of \(shapes), \(node.operation): \(what): \(failure)")
    }
  }
}
