import Foundation
import MachineCode
import Testing

@Suite struct MachineCodeSupportTests {
  private let isRestricted = ["off", "avx2", "refused"].contains(
    ProcessInfo.processInfo.environment["MUDRA_MACHINE_CODE"])

  private let environmentIsEmpty = ProcessInfo.processInfo.environment["MUDRA_MACHINE_CODE"] ?? "" == ""

  #if os(Linux) && arch(x86_64)
    @Test func `the processor's word agrees with the kernel's`() throws {
      let flags =
        try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("flags") }?.split(separator: " ") ?? []
      let hasSet = flags.contains("avx2") && flags.contains("fma") && flags.contains("f16c")
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

  @Test func `only vectors of 512 bits are at full rate, and a process can say whether they are`() {
    let products = MachineCodeSupport.floatProducts
    #expect(products.width == MachineCodeSupport.vectorWidth)
    #expect(!products.isFullRate || products.width == .bits512)
    #expect(!products.convertsHalves || products.isFullRate)
    switch ProcessInfo.processInfo.environment["MUDRA_MACHINE_CODE"] {
    case "half-rate": #expect(!products.isFullRate)
    case "full-rate":
      #expect(products.isFullRate == (products.width == .bits512))
      #expect(products.convertsHalves == products.isFullRate)
    default: break
    }
  }

  #if os(Linux) && arch(x86_64)
    @Test(.enabled(if: MachineCodeSupport.vectorWidth == .bits512, "the processor has no AVX-512"))
    func `the rate of 512 bits is one or two times that of 256, and conversions are free or not`() throws {
      let allocator = CodeAllocator()
      var rates: [Double] = []
      for (width, convertsHalves) in [(VectorWidth.bits256, false), (.bits512, false), (.bits512, true)] {
        let code = try #require(MultiplyAdds(width, convertsHalves: convertsHalves, allocator))
        let best = (0..<200).map { _ in
          let start = DispatchTime.now().uptimeNanoseconds
          code.run(iterations: 100)
          return DispatchTime.now().uptimeNanoseconds - start
        }.min()
        rates.append(Double(code.operationsPerIteration) / Double(try #require(best)))
      }
      let ratio = rates[1] / rates[0]
      #expect((0.7...2.5).contains(ratio))
      // Between both, neither rule is right.
      guard !(1.3...1.7).contains(ratio), environmentIsEmpty else { return }
      #expect(MachineCodeSupport.floatProducts.isFullRate == (ratio > 1.5))
      let conversions = rates[1] / rates[2]
      #expect((0.9...2).contains(conversions))
      guard ratio > 1.5, !(1.05...1.08).contains(conversions) else { return }
      #expect(MachineCodeSupport.floatProducts.convertsHalves == (conversions < 1.06))
    }
  #endif

  @Test func `obstacles are named`() {
    #expect(
      [MachineCodeSupport.Obstacle.architecture, .executableMemory, .instructionSet, .setting].map(\.description) == [
        "the processor is neither an x86-64 nor an arm64", "the system refuses executable memory",
        "the processor or system lacks AVX2, FMA or F16C", "MUDRA_MACHINE_CODE is off",
      ])
  }
}
