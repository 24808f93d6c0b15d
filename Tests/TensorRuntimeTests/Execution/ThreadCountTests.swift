import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Models large enough that their work is divided among threads.
@Suite struct ThreadCountTests {
  @Test(arguments: try OperatorFixture.cases(of: "large"))
  func `the number of threads and the provider change nothing but rounding`(_ fixture: OperatorFixture) throws {
    // No window or row of these models has more than 899 terms, and only the mean of all pixels has that many.
    let tolerance = Tolerance.reorderedSum(terms: fixture.name == "mean_pixels" ? 899 : 320)
    let inputs = try inputs(of: fixture)
    let reference = try fixture.run(inputs, provider: .reference, fusion: false)
    for provider in KernelProvider.available {
      for threads in [1, 3] {
        let outputs = try fixture.run(inputs, provider: provider, threads: threads)
        #expect(outputs.count == reference.count)
        for (output, expected) in zip(outputs, reference) {
          #expect(
            OperatorFixture.difference(output, expected, tolerance) == nil, "\(provider), \(threads) threads")
        }
      }
    }
  }

  @Test func `there are large models`() throws {
    #expect(try OperatorFixture.cases(of: "large").count >= 20)
  }

  /// The input rule's values, moved to −0.5 ..< 0.5.
  private func inputs(of fixture: OperatorFixture) throws -> [NPYFile] {
    try Plan(fixture.model()).inputs.enumerated().map { index, description in
      let values = NetworkInput.array(shape: description.shape, tensor: index).floats
      return NPYFile(floats: values.map { $0 - 0.5 }, shape: description.shape)
    }
  }
}
