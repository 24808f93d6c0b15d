import Foundation
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The reference cases of all operators with inputs that are not finite: every provider, with and without fusing,
/// agrees with the plain loops on which outputs are NaN and which are infinite.
@Suite struct NonFiniteCaseTests {
  private static let folders: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: OperatorFixture.root.path)) ?? []
    return names.filter { $0.hasSuffix(".zip") && !["large.zip", "unanswered.zip"].contains($0) }
      .map { String($0.dropLast(4)) }.sorted()
  }()

  /// The outputs, or the error that the run ends with.
  private func outcome(
    _ fixture: OperatorFixture, _ inputs: [NPYFile], _ provider: KernelProvider?, fusion: Bool, threads: Int = 1
  ) -> Result<[NPYFile], ModelError> {
    do {
      return .success(try fixture.run(inputs, provider: provider, fusion: fusion, threads: threads))
    } catch let error as ModelError {
      return .failure(error)
    } catch {
      Issue.record(error)
      return .success([])
    }
  }

  private func difference(
    _ found: Result<[NPYFile], ModelError>, _ expected: Result<[NPYFile], ModelError>
  ) -> String? {
    switch (found, expected) {
    case (.failure(let error), .failure(let wanted)): return error == wanted ? nil : "\(error), expected \(wanted)"
    case (.success(let outputs), .success(let wanted)):
      guard outputs.map(\.shape) == wanted.map(\.shape) else { return "other shapes" }
      for (output, wanted) in zip(outputs, wanted) {
        switch output.elementType {
        case .float32:
          if let sentence = NonFiniteNumbers.difference(output.floats, wanted.floats) { return sentence }
        // Rounding may decide between two neighbors.
        case .int8, .uint8, .int16: break
        default: if output.bytes != wanted.bytes { return "other values" }
        }
      }
      return nil
    default: return "\(found), expected \(expected)"
    }
  }

  @Test func `there are archives`() { #expect(Self.folders.count > 100) }

  @Test(arguments: folders)
  func `providers agree on what is NaN and what is infinite`(_ folder: String) throws {
    for fixture in try OperatorFixture.cases(of: folder) {
      var random = SeededGenerator(seed: SeededGenerator.runSeed)
      let inputs = try fixture.inputs().map { input in
        input.elementType == .float32
          ? NPYFile(
            floats: NonFiniteNumbers.placed(in: input.floats, oneIn: 16, &random), shape: input.shape) : input
      }
      guard inputs.contains(where: { $0.elementType == .float32 }) else { continue }
      let expected = outcome(fixture, inputs, .reference, fusion: false)
      for provider in KernelProvider.available {
        for (fusion, threads) in [(true, 1), (true, 3), (false, 1)] {
          let found = outcome(fixture, inputs, provider, fusion: fusion, threads: threads)
          let sentence = difference(found, expected)
          #expect(
            sentence == nil, "\(fixture), \(provider), \(fusion ? "fused" : "plain"), \(threads) threads")
        }
      }
    }
  }
}
