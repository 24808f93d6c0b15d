#if WITHOUT_FOUNDATION
  /// The length of a vector, without a function of the C library that only its newer versions have under this name.
  func hypot(_ x: Double, _ y: Double) -> Double {
    let unit = max(abs(x), abs(y))
    guard unit > 0, unit.isFinite else { return unit }
    let (a, b) = (x / unit, y / unit)
    return unit * (a * a + b * b).squareRoot()
  }
#endif
