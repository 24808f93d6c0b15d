import KernelChoice
import TensorKernels
import Testing

@Suite struct KernelProviderTests {
  @Test func `nothing is allowed beside the reference when that was asked for`() {
    for provider in KernelProvider.allCases {
      #expect(KernelProvider.reference.allows(provider) == (provider == .reference))
      #expect(KernelProvider.simd.allows(provider) == [.simd, .reference].contains(provider))
    }
    for provider in [KernelProvider.blas, .simd, .reference] { #expect(KernelProvider.blas.allows(provider)) }
  }

  @Test func `the build's providers hold those that need no library`() {
    #expect(KernelProvider.available.contains(.simd))
    #expect(KernelProvider.available.contains(.reference))
    #expect(KernelProvider.available.contains(.blas) == MatrixMultiply.family.kernels.contains { $0.provider == .blas })
  }
}
