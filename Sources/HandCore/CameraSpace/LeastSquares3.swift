/// A weighted linear least-squares problem with three unknowns, by its normal equations.
struct LeastSquares3 {
  private var squares = SIMD3<Double>()
  // Those of x·y, x·z and y·z.
  private var products = SIMD3<Double>()
  private var right = SIMD3<Double>()

  /// Adds the equation `row · unknowns = value`.
  mutating func add(_ row: SIMD3<Double>, _ value: Double, weight: Double = 1) {
    squares += weight * row * row
    products += weight * SIMD3(row.x * row.y, row.x * row.z, row.y * row.z)
    right += weight * value * row
  }

  /// The unknowns, by Cramer's rule; nil if the equations leave one of them open.
  var solution: SIMD3<Double>? {
    let (a, b, c) = (squares.x, squares.y, squares.z)
    let (d, e, f) = (products.x, products.y, products.z)
    // The inverse of a symmetric matrix is symmetric.
    let first = SIMD3(b * c - f * f, e * f - d * c, d * f - e * b)
    let second = SIMD3(first.y, a * c - e * e, d * e - a * f)
    let third = SIMD3(first.z, second.z, a * b - d * d)
    let determinant = (SIMD3(a, d, e) * first).sum()
    // Relative to its largest possible value, so that units do not matter.
    guard determinant > 1e-9 * a * b * c else { return nil }
    return SIMD3((first * right).sum(), (second * right).sum(), (third * right).sum()) / determinant
  }
}

/// Weights by which outliers count less: 1 up to 1.345 standard deviations, then falling with the distance (Huber,
/// "Robust Estimation of a Location Parameter", 1964). The deviation is estimated by the median distance.
struct HuberWeights {
  private let threshold: Double

  /// The same weight for all residuals.
  static let equal = HuberWeights([.infinity])

  /// Weights for residuals of which these are the lengths.
  init(_ distances: [Double]) {
    let median = distances.isEmpty ? 0 : distances.sorted()[distances.count / 2]
    threshold = 1.345 * 1.4826 * median
  }

  /// The weight of a residual of this length.
  subscript(distance: Double) -> Double { distance > threshold ? threshold / distance : 1 }
}
