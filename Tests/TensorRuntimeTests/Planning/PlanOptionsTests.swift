import Foundation
import MachineCode
import TensorRuntime
import Testing

/// Each test that changes the environment does so in its own process.
@Suite struct PlanOptionsTests {
  @Test func `the environment names the provider`() async {
    await #expect(processExitsWith: .success) {
      setenv("MUDRA_KERNELS", "reference", 1)
      let provider = try PlanOptions().resolvedProvider()
      #expect(provider == .reference)
    }
  }

  @Test func `without a name in the environment each layer takes its fastest`() async {
    await #expect(processExitsWith: .success) {
      unsetenv("MUDRA_KERNELS")
      let provider = try PlanOptions().resolvedProvider()
      #expect(provider == nil)
      setenv("MUDRA_KERNELS", "", 1)
      let other = try PlanOptions().resolvedProvider()
      #expect(other == nil)
    }
  }

  @Test func `the options win over the environment`() async {
    await #expect(processExitsWith: .success) {
      setenv("MUDRA_KERNELS", "nonsense", 1)
      let provider = try PlanOptions(provider: .simd).resolvedProvider()
      #expect(provider == .simd)
    }
  }

  @Test func `a name that is no provider is refused, whatever its case`() async {
    await #expect(processExitsWith: .success) {
      for name in ["fast", "SIMD", " simd", "simd,blas"] {
        setenv("MUDRA_KERNELS", name, 1)
        #expect(throws: ModelError.unknownProvider(name)) { try PlanOptions().resolvedProvider() }
      }
    }
  }

  @Test func `a value of MUDRA_MACHINE_CODE that it cannot have is refused, and no code is emitted`() async {
    await #expect(processExitsWith: .success) {
      setenv("MUDRA_MACHINE_CODE", "OFF", 1)
      let error = ModelError.unknownMachineCode("OFF", expected: ["off", "avx2", "half-rate", "full-rate", "refused"])
      #expect(throws: error) { try PlanOptions().resolvedProvider() }
      #expect(throws: error) { try PlanOptions(provider: .simd).resolvedProvider() }
      #expect(MachineCodeSupport.obstacle != nil)
    }
  }

  @Test func `an empty value of MUDRA_MACHINE_CODE, and one that it can have, are accepted`() async {
    await #expect(processExitsWith: .success) {
      setenv("MUDRA_MACHINE_CODE", "", 1)
      #expect(throws: Never.self) { try PlanOptions().resolvedProvider() }
    }
    await #expect(processExitsWith: .success) {
      setenv("MUDRA_MACHINE_CODE", "avx2", 1)
      #expect(throws: Never.self) { try PlanOptions().resolvedProvider() }
    }
  }

  @Test func `the defaults fuse and allow a gibibyte`() {
    let options = PlanOptions()
    #expect(options.provider == nil)
    #expect(options.fusion)
    #expect(options.limits == ModelLimits())
  }
}
