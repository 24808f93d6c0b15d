import MudraPlatform

/// The standard normal distribution.
enum NormalDistribution {
  /// The number below which a share of the distribution lies, to three decimals: 1.645 for 0.95.
  ///
  /// - Precondition: the share is inside 0.5…1.
  static func quantile(_ share: Double) -> Double {
    precondition(share > 0.5 && share < 1, "a share between a half and one")
    var (low, high) = (0.0, 10.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let below = (1 + erf(middle / 2.0.squareRoot())) / 2
      if below < share { low = middle } else { high = middle }
    }
    return (low * 1000).rounded() / 1000
  }
}
