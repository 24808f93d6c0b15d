import MudraPlatform

/// The environment variable `MUDRA_MACHINE_CODE`. Unset or empty, it allows everything.
enum MachineCodeSetting: String, CaseIterable {
  /// No code is emitted.
  case off
  /// Nothing wider than AVX2, even on processors with AVX-512.
  case avx2
  /// AVX-512 code as for processors whose 512-bit vectors take twice as long as 256-bit ones (Zen 4), or as long (Zen
  /// 5); by default, this is measured.
  case halfRate = "half-rate", fullRate = "full-rate"
  /// Executable memory is refused, as hardened systems do.
  case refused

  static let value = EnvironmentVariables["MUDRA_MACHINE_CODE"]

  /// With an unknown value, no code is emitted, and no model is prepared.
  static let current: MachineCodeSetting? = value.map { MachineCodeSetting(rawValue: $0) ?? .off }
}
