/// Whether kernels can be emitted and run in this process.
package enum MachineCodeSupport {
  /// The reason why not.
  package enum Obstacle: Sendable, Hashable, CustomStringConvertible {
    /// The processor is not an x86-64.
    case architecture
    /// The system refuses executable memory.
    case executableMemory
    /// The processor lacks AVX2 or FMA, or the system does not save their registers.
    case instructionSet
    /// The environment variable `MUDRA_MACHINE_CODE` is `off`.
    case setting

    package var description: String {
      switch self {
      case .architecture: "the processor is not an x86-64"
      case .executableMemory: "the system refuses executable memory"
      case .instructionSet: "the processor or system lacks AVX2 or FMA"
      case .setting: "MUDRA_MACHINE_CODE is off"
      }
    }
  }

  /// Nil if kernels can be emitted. Determined once, by running a few emitted instructions.
  package static let obstacle: Obstacle? = {
    #if arch(x86_64) && !os(Windows)
      return MachineCodeSetting.current == .off ? .setting : detect()
    #else
      return .architecture
    #endif
  }()
}
