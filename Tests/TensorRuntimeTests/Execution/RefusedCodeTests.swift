#if os(Linux) && arch(x86_64)
  import TensorRuntime
  import TensorTestSupport
  import TestSupport
  import Testing

  /// Systems that refuse executable memory, simulated by a filter of system calls.
  @Suite struct RefusedCodeTests {
    private static let cases = [
      OperatorFixture("graph", "conv_relu"), OperatorFixture("graph", "pad_is_an_output_too"),
    ]

    @Test func `other kernels take over where executable memory is refused`() async {
      await #expect(processExitsWith: .success) {
        try SystemLimits.refuseExecutableMemory()
        #expect(!KernelProvider.available.contains(.machineCode))
        for fixture in Self.cases { #expect(try fixture.failures(.relativeToRange(1e-5)) == []) }
      }
    }

    @Test(.enabled(if: KernelProvider.available.contains(.machineCode), "this machine does not run emitted code"))
    func `other kernels take over where executable memory is refused after the start`() async {
      await #expect(processExitsWith: .success) {
        #expect(KernelProvider.available.contains(.machineCode))
        try SystemLimits.refuseExecutableMemory()
        for fixture in Self.cases { #expect(try fixture.failures(.relativeToRange(1e-5)) == []) }
      }
    }
  }
#endif
