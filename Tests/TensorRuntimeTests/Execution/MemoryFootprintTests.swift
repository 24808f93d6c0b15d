import Foundation
import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct MemoryFootprintTests {
  /// 8 → 16 values by a dense layer, then a sum with a constant of 16.
  private func graph() throws -> Graph {
    var random = SeededGenerator(seed: 1)
    var builder = GraphBuilder()
    let input = try builder.input([1, 8])
    let weights = try builder.constant(random.floats(16 * 8), [16, 8])
    let dense = try builder.apply(FullyConnected(parsing: .defaults), input, weights, nil)
    let constant = try builder.constant(random.floats(16), [1, 16])
    let sum = try builder.apply(Add(parsing: .defaults), dense, constant)
    return builder.graph(outputs: [sum])
  }

  @Test func `the plain loops hold the weights as they are, and no code`() throws {
    let footprint = MemoryFootprint(sharedBy: [try Plan(graph(), provider: .reference)])
    // 16 × 8 weights, 16 zeros for the bias that is absent, 16 addends.
    #expect(footprint.weightByteCount >= (16 * 8 + 16) * 4)
    #expect(footprint.weightByteCount <= (16 * 8 + 16 + 16) * 4 + 64)
    #expect(footprint.codeByteCount == 0)
    #expect(footprint.arenaByteCount == 0)
  }

  @Test(.enabled(if: KernelProvider.available.contains(.machineCode)))
  func `emitted code fills whole pages`() throws {
    let footprint = MemoryFootprint(sharedBy: [try Plan(graph(), provider: .machineCode)])
    #expect(footprint.codeByteCount > 0)
    #expect(footprint.codeByteCount % 4096 == 0)
    #expect(footprint.weightByteCount >= (16 * 8 + 16) * 4)
  }

  @Test(.enabled(if: KernelProvider.available.contains(.machineCode)))
  func `the code of a wide layer is no longer than that of a narrow one`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([1, 4])
    let weights = try builder.constant([Float](repeating: 1, count: 20_001 * 4), [20_001, 4])
    let dense = try builder.apply(FullyConnected(parsing: .defaults), input, weights, nil)
    let plan = try Plan(builder.graph(outputs: [dense]), provider: .machineCode)
    #expect(MemoryFootprint(sharedBy: [plan]).codeByteCount <= 8192)
    #expect(try Session(plan).results([[1, 2, 3, 4]]) == [[Float](repeating: 10, count: 20_001)])
  }

  @Test func `a plan that occurs twice counts once`() throws {
    let plan = try Plan(graph())
    let other = try Plan(graph())
    let once = MemoryFootprint(sharedBy: [plan])
    #expect(MemoryFootprint(sharedBy: [plan, plan]) == once)
    #expect(MemoryFootprint(sharedBy: [plan, other]).weightByteCount == 2 * once.weightByteCount)
  }

  @Test func `sessions own their arena and nothing else`() throws {
    let plan = try Plan(graph())
    let one = try Session(plan).memoryFootprint
    #expect(one.arenaByteCount >= plan.arenaByteCount)
    #expect(one.weightByteCount == 0)
    #expect(one.codeByteCount == 0)
    #expect((one + one).totalByteCount == 2 * one.arenaByteCount)
  }

  @Test func `sessions in one arena compute the same, and their memory counts once`() throws {
    let (small, large) = (try Plan(graph()), try Plan(model(layers: 5)))
    let arena = try SharedArena(for: [small, large])
    let threads = ThreadPool(threadCount: 1)
    let shared = try [small, large, small].map { try Session($0, threads: threads, arena: arena) }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3 {
      for session in shared {
        let input = random.floats(session.plan.inputs[0].byteCount / 4)
        #expect(try session.results([input]) == Session(session.plan).results([input]))
      }
    }
    let together = MemoryFootprint(of: shared).arenaByteCount
    let apart = shared.reduce(0) { $0 + $1.memoryFootprint.arenaByteCount }
    #expect(small.arenaByteCount < large.arenaByteCount)
    #expect(apart - together == 2 * small.arenaByteCount)
  }

  /// As often as a layer occurs: its model has the weights once.
  private func model(layers: Int) throws -> Model {
    var random = SeededGenerator(seed: 5)
    var writer = ModelWriter(description: "")
    var value = writer.addInput("input", shape: [2, 24])
    let weights = writer.addConstant("weights", random.floats(24 * 24), shape: [24, 24])
    let bias = writer.addConstant("bias", random.floats(24), shape: [24])
    for layer in 0..<layers {
      value = writer.apply(.fullyConnected, to: [value, weights, bias], shape: [2, 24], name: "sums \(layer)")
    }
    return try Model(Bytes(writer.encoded(outputs: [value])))
  }

  @Test(arguments: KernelProvider.available)
  func `a layer that occurs three times holds its weights once`(_ provider: KernelProvider) throws {
    let options = PlanOptions(provider: provider)
    let once = try Plan(model(layers: 1), options: options), thrice = try Plan(model(layers: 3), options: options)
    #expect(MemoryFootprint(sharedBy: [thrice]).weightByteCount == MemoryFootprint(sharedBy: [once]).weightByteCount)
    #expect(MemoryFootprint(sharedBy: [thrice]).codeByteCount == MemoryFootprint(sharedBy: [once]).codeByteCount)
    var values = (0..<48).map { Float($0 % 7) - 3 }
    let expected = try Session(thrice).results([values])
    for _ in 0..<3 { values = try Session(once).results([values])[0] }
    #expect(expected == [values])
  }

  /// Bytes of weights in the plans of the hands' networks, as counted by reflection when kernels did not report their
  /// memory; of `simd` with the rows of zeros that its depthwise convolutions have since. The embedder's dense layers
  /// but the last are used twice and held once. Those of emitted kernels depend on the processor's vector width.
  private static let known: [(network: String, provider: KernelProvider, byteCount: Int)] = [
    ("gesture_embedder", .simd, 602_156), ("gesture_embedder", .reference, 602_156),
    ("canned_gesture_classifier", .simd, 5152), ("canned_gesture_classifier", .reference, 5152),
    ("hand_detector", .simd, 4_875_808), ("hand_detector", .reference, 4_545_056),
    ("hand_landmarks_detector", .simd, 11_416_768), ("hand_landmarks_detector", .reference, 10_862_784),
  ]

  @Test(arguments: known)
  func `portable kernels of the hands' networks hold what they always held`(
    network: String, provider: KernelProvider, byteCount: Int
  ) throws {
    let network = try #require((NetworkTests.small + NetworkTests.large).first { $0.name == network })
    let plan = try Plan(network.model(), options: PlanOptions(provider: provider))
    let footprint = MemoryFootprint(sharedBy: [plan])
    #expect(footprint.weightByteCount == byteCount)
    #expect(footprint.codeByteCount == 0)
  }

  @Test(arguments: NetworkTests.small + NetworkTests.large, KernelProvider.available)
  func `a plan names all memory that reflection finds in it`(
    _ network: NetworkTests.Network, _ provider: KernelProvider
  ) throws {
    let plan = try Plan(network.model(), options: PlanOptions(provider: provider))
    let named = Set(plan.memory.map { ObjectIdentifier($0) })
    var found: Set<ObjectIdentifier> = []
    var seen: Set<ObjectIdentifier> = []
    func reflect(_ value: Any) {
      if type(of: value) is AnyClass, let memory = value as? any KernelMemory {
        found.insert(ObjectIdentifier(memory))
        return
      }
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
      for child in mirror.children { reflect(child.value) }
    }
    reflect(plan)
    #expect(found == named)
    #expect(!named.isEmpty)
  }
}
