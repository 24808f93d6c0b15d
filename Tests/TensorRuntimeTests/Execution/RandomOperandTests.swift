import Foundation
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Every operator with options, shapes and constants drawn from the values that break arithmetic. A use ends in a typed
/// error or in a result; anything else ends the test process.
@Suite struct RandomOperandTests {
  @Test(arguments: OperatorRegistry.names)
  func `any operands and options give an error or a result`(name: String) throws {
    let rounds = ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] == nil ? 1000 : 100_000
    let type = try #require(OperatorRegistry.all.first { $0.tfliteName == name })
    var random = SeededGenerator(seed: SeededGenerator.runSeed &+ UInt64(type.builtinCode))
    var runs = 0
    for _ in 0..<rounds {
      do {
        var graph = try RandomUse(of: type, &random).graph
        try graph.lowerQuantization()
        try graph.foldConstants(limit: 1 << 20)
        try graph.replaceComputedFilters(Lowering())
        try graph.fusePadding()
        try graph.fuseActivations()
        let provider = KernelProvider.available.randomElement(using: &random)
        let plan = try Plan(graph, provider: provider, limits: ModelLimits(memoryByteCount: 1 << 18))
        let session = try Session(plan, threads: 1 + runs % 2)
        try session.run()
        for (index, output) in plan.outputs.enumerated() {
          #expect(session.withOutput(index) { $0.count } == output.byteCount)
        }
        runs += 1
      } catch is OperatorError {
      } catch is ModelError {
      }
    }
    #expect(runs > 5, "next to nothing ran in \(rounds) rounds, seed \(SeededGenerator.runSeed)")
  }
}
