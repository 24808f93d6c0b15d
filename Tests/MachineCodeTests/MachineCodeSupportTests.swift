import Foundation
import MachineCode
import Testing

@Suite struct MachineCodeSupportTests {
  #if os(Linux) && arch(x86_64)
    @Test func `the processor's word agrees with the kernel's`() throws {
      let flags =
        try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("flags") }?.split(separator: " ") ?? []
      let hasSet = flags.contains("avx2") && flags.contains("fma")
      #expect((MachineCodeSupport.obstacle == .instructionSet) == !hasSet)
    }
  #endif

  @Test func `obstacles are named`() {
    #expect(
      [MachineCodeSupport.Obstacle.architecture, .executableMemory, .instructionSet].map(\.description) == [
        "the processor is not an x86-64", "the system refuses executable memory",
        "the processor or system lacks AVX2 or FMA",
      ])
  }
}
