/// How the program was built; times of a debug build say nothing.
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
