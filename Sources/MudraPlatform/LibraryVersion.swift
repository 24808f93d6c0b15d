/// The version of the program: the one place that states it. `Tools/release` replaces it.
enum ProgramVersion {
  /// Such as `1.2.3`; `-dev` before the release.
  static let text = "0.1.0-dev"
}
