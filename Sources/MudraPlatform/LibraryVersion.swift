/// The version of the library and the command: the one place that states it. `Tools/dev/release` replaces it.
package enum LibraryVersion {
  /// Such as `1.2.3`; `-dev` before the release.
  package static let text = "0.1.0-dev"
}
