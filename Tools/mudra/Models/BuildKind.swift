/// How the program was built; times of a debug build are meaningless.
enum BuildKind {
  /// `debug` or `release`.
  static var name: String {
    #if DEBUG
      return "debug"
    #else
      return "release"
    #endif
  }
}
