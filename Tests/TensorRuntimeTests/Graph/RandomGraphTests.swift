import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Graphs drawn from seeds, with LiteRT's answers; Tools/dev/differential draws any number of them.
@Suite struct RandomGraphTests {
  /// How far floats may be from LiteRT's, as a share of the largest number of an output.
  private static let floatBound: Float = 2e-5

  private static func cases(_ kind: String) throws -> [OperatorFixture] {
    let cases = try OperatorFixture.cases(of: "random").filter { $0.name.hasPrefix("\(kind)_") }
    return try #require(cases.isEmpty ? nil : cases)
  }

  @Test func `there are graphs of floats, of bytes and of 16-bit integers, with many operators`() throws {
    for kind in ["float", "int8", "int16"] {
      let models = try Self.cases(kind).map { try $0.model() }
      #expect(models.count >= 10, "\(kind)")
      #expect(Set(models.flatMap { $0.operatorCodes.map(\.name) }).count >= 20, "\(kind)")
    }
  }

  @Test(arguments: try cases("float"))
  func `floats are LiteRT's but for rounding`(_ fixture: OperatorFixture) throws {
    let expected = try fixture.expectedOutputs()
    for provider in KernelProvider.available {
      for threads in [1, 2] {
        for fusion in [true, false] {
          let found = try fixture.run(provider: provider, fusion: fusion, threads: threads)
          #expect(found.map(\.shape) == expected.map(\.shape))
          for (found, wanted) in zip(found, expected) {
            let largest = wanted.floats.reduce(1) { max($0, abs($1)) }
            let isNear = zip(found.floats, wanted.floats).allSatisfy { abs($0 - $1) <= Self.floatBound * largest }
            #expect(isNear, "\(fixture), \(provider), \(threads) threads")
          }
        }
      }
    }
  }

  @Test(arguments: try cases("int8") + cases("int16"))
  func `integers are within a step of LiteRT's, and those of 8 bits are the same everywhere`(
    _ fixture: OperatorFixture
  ) throws {
    let expected = try fixture.expectedOutputs()
    let first = try fixture.run(provider: .reference)
    for provider in KernelProvider.available {
      for threads in [1, 2] {
        let found = try fixture.run(provider: provider, threads: threads)
        #expect(found.map(\.shape) == expected.map(\.shape))
        #expect(found.map(\.elementType) == expected.map(\.elementType))
        for (found, wanted) in zip(found, expected) {
          let steps = zip(found.integers, wanted.integers).map { abs($0 - $1) }.max() ?? 0
          #expect(steps <= 1, "\(fixture), \(provider), \(threads) threads")
        }
        if fixture.name.hasPrefix("int8_") {
          #expect(found.map(\.bytes) == first.map(\.bytes), "\(fixture), \(provider), \(threads) threads")
        }
      }
    }
  }
}
