import TensorKernels
import Testing

@Suite struct KernelProviderTests {
  private typealias Candidate = KernelCandidate<Int, String>

  private let list = [
    Candidate(provider: .blas, pays: { $0 > 100 }, make: { _, _, _ in "blas" }),
    Candidate(provider: .simd, supports: { $0 > 10 }, make: { _, _, _ in "simd" }),
    Candidate(provider: .reference, make: { _, _, _ in "reference" }),
  ]

  @Test func `without a request the first kernel that supports the problem and pays is taken`() {
    #expect(list.choose(for: 200, requested: nil).provider == .blas)
    #expect(list.choose(for: 50, requested: nil).provider == .simd)
    #expect(list.choose(for: 5, requested: nil).provider == .reference)
  }

  @Test func `a request is followed whether or not it pays`() {
    #expect(list.choose(for: 50, requested: .blas).provider == .blas)
    #expect(list.choose(for: 200, requested: .simd).provider == .simd)
    #expect(list.choose(for: 200, requested: .reference).provider == .reference)
  }

  @Test func `a layer for which the asked provider has no kernel takes the next one that is allowed`() {
    #expect(list.choose(for: 5, requested: .simd).provider == .reference)
    #expect(Array(list.dropFirst()).choose(for: 50, requested: .blas).provider == .simd)
  }

  @Test func `nothing is allowed beside the reference when that was asked for`() {
    for provider in KernelProvider.allCases {
      #expect(KernelProvider.reference.allows(provider) == (provider == .reference))
      #expect(KernelProvider.simd.allows(provider) == [.simd, .reference].contains(provider))
    }
    for provider in [KernelProvider.blas, .simd, .reference] { #expect(KernelProvider.blas.allows(provider)) }
  }

  @Test func `every family ends with a reference kernel that supports all`() {
    #expect(MatrixMultiply.kernels.last?.provider == .reference)
    #expect(Convolution.kernels.last?.provider == .reference)
    #expect(DepthwiseConvolution.kernels.last?.provider == .reference)
    let window = Window2D(input: (1, 1), output: (1, 1), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let problem = DepthwiseConvolution.Problem(batch: 1, channels: 1, multiplier: 3, window: window)
    #expect(DepthwiseConvolution.kernels.choose(for: problem, requested: .simd).provider == .reference)
  }

  @Test func `the build's providers hold those that need no library`() {
    #expect(KernelProvider.available.contains(.simd))
    #expect(KernelProvider.available.contains(.reference))
    #expect(KernelProvider.available.contains(.blas) == MatrixMultiply.kernels.contains { $0.provider == .blas })
  }
}
