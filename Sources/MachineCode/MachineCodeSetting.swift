import MudraPlatform

/// What the environment variable `MUDRA_MACHINE_CODE` allows. Unset or empty, it allows everything.
enum MachineCodeSetting: String, CaseIterable {
  /// No code is emitted.
  case off
  /// Nothing wider than AVX2, even on processors with AVX-512.
  case avx2
  /// AVX-512 in the code for processors whose vectors of 512 bits take twice as long as those of 256, such as Zen 4, or
  /// as long, such as Zen 5; otherwise, that is measured.
  case halfRate = "half-rate", fullRate = "full-rate"
  /// Executable memory is refused, as hardened systems do.
  case refused

  /// The value of this process, read once.
  static let value = EnvironmentVariables["MUDRA_MACHINE_CODE"]

  /// The setting of this process. With a value that is none of these, no code is emitted, and no model is prepared.
  static let current: MachineCodeSetting? = value.map { MachineCodeSetting(rawValue: $0) ?? .off }
}
