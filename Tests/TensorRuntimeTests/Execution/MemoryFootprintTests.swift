import Foundation
import TensorRuntime
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
}
