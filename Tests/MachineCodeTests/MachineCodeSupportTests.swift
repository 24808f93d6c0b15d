import Foundation
import MachineCode
import Testing

@Suite struct MachineCodeSupportTests {
  private let isRestricted = ["off", "avx2", "refused"].contains(
    ProcessInfo.processInfo.environment["MUDRA_MACHINE_CODE"])

  #if os(Linux) && arch(x86_64)
    @Test func `the processor's word agrees with the kernel's`() throws {
      let flags =
        try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("flags") }?.split(separator: " ") ?? []
      let hasSet = flags.contains("avx2") && flags.contains("fma")
      if isRestricted {
        #expect(MachineCodeSupport.obstacle != nil || MachineCodeSupport.vectorWidth == .bits256)
      } else {
        #expect((MachineCodeSupport.obstacle == .instructionSet) == !hasSet)
        let isWide = ["avx512f", "avx512dq", "avx512vl"].allSatisfy(flags.contains)
        #expect((MachineCodeSupport.vectorWidth == .bits512) == isWide)
      }
    }
  #endif

  #if os(Linux) && arch(arm64)
    @Test(.enabled(if: ProcessInfo.processInfo.environment["MUDRA_MACHINE_CODE"] == nil, "code may be restricted"))
    func `every AArch64 runs emitted code, on vectors of 128 bits`() {
      #expect(MachineCodeSupport.obstacle == nil)
      #expect(Architecture.current == .arm64)
      #expect(MachineCodeSupport.vectorWidth == .bits128Of32)
    }
  #endif

  @Test func `obstacles are named`() {
    #expect(
      [MachineCodeSupport.Obstacle.architecture, .executableMemory, .instructionSet, .setting].map(\.description) == [
        "the processor is neither an x86-64 nor an arm64", "the system refuses executable memory",
        "the processor or system lacks AVX2 or FMA", "MUDRA_MACHINE_CODE is off",
      ])
  }
}
