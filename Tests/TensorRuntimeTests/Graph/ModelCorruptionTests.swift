import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Fixture models with bytes changed at random: each must give an error or a result, never a trap.
@Suite struct ModelCorruptionTests {
  private static let folders = FixtureArchive.operators + ["graph", "custom", "quantized"]
  /// Above this, a changed model is planned but not run, so that a test's time is bounded.
  private static let elementLimit = 100_000

  @Test(arguments: folders)
  func `a model with changed bytes gives an error or a result`(_ folder: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for fixture in try OperatorFixture.cases(of: folder) {
      let original = try fixture.model().bytes.withUnsafeBytes { Array($0) }
      for _ in 0..<60 {
        var changed = original
        for _ in 0..<Int.random(in: 1...2, using: &random) { change(&changed, &random) }
        try open(changed)
      }
    }
  }

  /// Replaces one byte, or one aligned 32-bit word, where offsets, sizes and options are, mostly by an extreme value.
  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    if Bool.random(using: &random) {
      let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = values.randomElement(using: &random) ?? 0
    } else {
      let words: [Int32] = [0, 1, -1, .max, .min, 1 << 16, Int32.random(in: -9...9, using: &random)]
      let word = UInt32(bitPattern: words.randomElement(using: &random) ?? 0)
      let start = Int.random(in: 0..<bytes.count / 4, using: &random) * 4
      for byte in 0..<4 { bytes[start + byte] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(byte))) }
    }
  }

  /// Parses, plans and runs; the two promised errors are fine, any other is rethrown.
  private func open(_ bytes: [UInt8]) throws {
    do {
      let plan = try Plan(Model(Bytes(bytes)))
      let elements = (plan.inputs + plan.outputs).map(\.elementCount)
      guard elements.allSatisfy({ $0 <= Self.elementLimit }) else { return }
      let session = try Session(plan)
      for index in plan.inputs.indices {
        session.withInput(index) { memory in
          for offset in memory.indices { memory[offset] = 0x3F }
        }
      }
      try session.run()
    } catch is FormatError {
    } catch is ModelError {
    }
  }
}
