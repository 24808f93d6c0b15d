import MudraPlatform

/// What the environment variable `MUDRA_MACHINE_CODE` allows. Any other value allows everything.
enum MachineCodeSetting: String {
  /// No code is emitted.
  case off
  /// Nothing wider than AVX2, even on processors with AVX-512.
  case avx2
  /// Executable memory is refused, as hardened systems do.
  case refused

  /// The setting of this process, read once.
  static let current: MachineCodeSetting? = EnvironmentVariables["MUDRA_MACHINE_CODE"].flatMap {
    MachineCodeSetting(rawValue: $0)
  }
}
