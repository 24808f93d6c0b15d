/// Whether kernels can be emitted and run in this process.
package enum MachineCodeSupport {
  package enum Obstacle: Sendable, Hashable, CustomStringConvertible {
    /// The processor is neither an x86-64 nor an arm64.
    case architecture
    /// The system refuses executable memory.
    case executableMemory
    /// The processor lacks AVX2, FMA or F16C, or the system does not save their registers.
    case instructionSet
    /// The environment variable `MUDRA_MACHINE_CODE` is `off`.
    case setting

    package var description: String {
      switch self {
      case .architecture: "the processor is neither an x86-64 nor an arm64"
      case .executableMemory: "the system refuses executable memory"
      case .instructionSet: "the processor or system lacks AVX2, FMA or F16C"
      case .setting: "MUDRA_MACHINE_CODE is off"
      }
    }
  }

  /// Nil if kernels can be emitted. Determined once, by running a few instructions.
  package static let obstacle: Obstacle? = {
    #if os(Windows)
      return .architecture
    #else
      guard let architecture = Architecture.native else { return .architecture }
      if MachineCodeSetting.current == .off { return .setting }
      return architecture == .x86 ? detectX86() : detectARM64()
    #endif
  }()

  /// The value of `MUDRA_MACHINE_CODE` if it is none of ``settings``.
  package static let unknownSetting: String? = MachineCodeSetting.value.flatMap { value in
    MachineCodeSetting(rawValue: value) == nil ? value : nil
  }

  package static let settings = MachineCodeSetting.allCases.map { $0.rawValue }

  /// The widest vectors that the processor has and whose registers the system saves.
  package static let vectorWidth: VectorWidth = Architecture.native == .arm64 ? .bits128Of32 : x86VectorWidth()

  /// Multiply-add of floats.
  package struct FloatProducts: Sendable, Hashable {
    package let width: VectorWidth
    /// Whether 512-bit vectors are as fast as 256-bit ones.
    package let isFullRate: Bool
    /// Whether halves are converted beside multiply-adds of 512 bits at full rate, in hardly more time.
    package let convertsHalves: Bool

    /// - Precondition: only 512-bit vectors are at full rate.
    package init(width: VectorWidth, isFullRate: Bool = false, convertsHalves: Bool = false) {
      precondition(width == .bits512 || !isFullRate)
      (self.width, self.isFullRate, self.convertsHalves) = (width, isFullRate, isFullRate && convertsHalves)
    }
  }

  /// Measured on first use.
  package static let floatProducts: FloatProducts = {
    guard vectorWidth == .bits512 else { return FloatProducts(width: vectorWidth) }
    return switch MachineCodeSetting.current {
    case .halfRate: FloatProducts(width: .bits512)
    case .fullRate: FloatProducts(width: .bits512, isFullRate: true, convertsHalves: true)
    default: measuredFloatProducts()
    }
  }()

  /// Products of small integers added to 32-bit sums.
  package struct IntegerProducts: Sendable, Hashable {
    package let width: VectorWidth
    /// Whether one instruction multiplies and adds (VNNI); then there is one for bytes, too.
    package let isFused: Bool
  }

  package static let integerProducts =
    Architecture.native == .x86 ? x86IntegerProducts() : IntegerProducts(width: vectorWidth, isFused: false)

  /// Whether 512-bit registers can be tables of bytes.
  package static let hasByteTables = Architecture.native == .x86 && x86HasByteTables()

  /// Whether 64-bit words can be multiplied as polynomials over GF(2).
  package static let hasPolynomialProducts = Architecture.native == .x86 && x86HasPolynomialProducts()

  /// Runs code that stores up to three 64-bit words through its first argument; nil without executable memory.
  static func results(of code: [UInt8]) -> [UInt64]? {
    guard let memory = CodeAllocator.process.allocate(code, name: "processor") else { return nil }
    typealias Function = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void
    let function = unsafeBitCast(memory.address, to: Function.self)
    var words: [UInt64] = [0, 0, 0]
    words.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { function(base) } }
    return withExtendedLifetime(memory) { words }
  }
}
