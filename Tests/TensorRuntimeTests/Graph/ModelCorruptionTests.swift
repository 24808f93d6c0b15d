import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

/// Fixture models with bytes changed at random: each must give an error or a result, never a trap.
@Suite struct ModelCorruptionTests {
  private static let folders = FixtureFolder.operators + ["graph"]
  /// Above this, a changed model is planned but not run, so that a test's time is bounded.
  private static let elementLimit = 100_000

  @Test(arguments: folders)
  func `a model with changed bytes gives an error or a result`(_ folder: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for fixture in OperatorFixture.cases(of: folder) {
      let original = try fixture.model().bytes.withUnsafeBytes { Array($0) }
      for _ in 0..<12 {
        var changed = original
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          changed[Int.random(in: 0..<changed.count, using: &random)] =
            extremes[Int.random(in: 0..<extremes.count, using: &random)]
        }
        try open(changed)
      }
    }
  }

  /// Parses, plans and runs; the two promised errors are fine, any other is thrown on.
  private func open(_ bytes: [UInt8]) throws {
    do {
      let plan = try Plan(Model(Bytes(bytes)))
      let elements = (plan.inputs + plan.outputs).map(\.elementCount)
      guard elements.allSatisfy({ $0 <= Self.elementLimit }) else { return }
      let session = Session(plan)
      for index in plan.inputs.indices {
        session.withInput(index) { memory in
          for offset in memory.indices { memory[offset] = 0x3F }
        }
      }
      session.run()
    } catch is FormatError {
    } catch is ModelError {
    }
  }
}
