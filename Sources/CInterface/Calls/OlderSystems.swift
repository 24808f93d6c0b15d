#if WITHOUT_FOUNDATION
  /// The length of a vector. The engine and Swift's overlay of the C library refer to that of glibc 2.35: with this
  /// one in its place, which gives the same, the library runs on systems with 2.34.
  @c(hypotf) func lengthForOlderSystems(_ x: Float, _ y: Float) -> Float {
    guard !x.isInfinite, !y.isInfinite else { return .infinity }
    return Float((Double(x) * Double(x) + Double(y) * Double(y)).squareRoot())
  }
#endif
