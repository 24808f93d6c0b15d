/// How this test program was built.
enum BuildKind {
  /// True for `-c release`. Swift code on vectors is some 200 times slower without optimisation.
  static var isOptimised: Bool {
    #if DEBUG
      return false
    #else
      return true
    #endif
  }
}
