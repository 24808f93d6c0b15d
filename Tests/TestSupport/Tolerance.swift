/// How far a float result may be from the expected one, and why.
///
/// Values that are equal (so also infinities and zeros of either sign) and two NaNs always match; an infinity or NaN on
/// one side only never does.
public struct Tolerance: Sendable, CustomStringConvertible {
  /// The name and the parameter, for failure texts.
  public let description: String
  private let bound: @Sendable (_ expected: Float, _ all: Extent) -> Float

  /// What the bounds depend on besides the element itself.
  private struct Extent: Sendable {
    var low: Float = .infinity
    var high: Float = -.infinity
    var count = 0

    /// Largest magnitude.
    var peak: Float { count == 0 ? 0 : max(abs(low), abs(high)) }
    /// Largest minus smallest value; a single value counts by its magnitude, since it has no spread.
    var range: Float { count <= 1 ? peak : high - low }
  }

  /// Equal values.
  ///
  /// For operators whose every element is one correctly rounded operation, a comparison or a copy.
  public static let exact = Tolerance(description: "exact") { _, _ in 0 }

  /// At most `count` units in the last place of the expected element.
  ///
  /// For short formulas of correctly rounded operations (one unit each) and elementary functions. Results below the
  /// smallest normal number may be anything below it, since vector code flushes them to zero.
  public static func ulps(_ count: Int) -> Tolerance {
    Tolerance(description: "\(count) ulps") { expected, _ in
      max(Float(count) * expected.ulp, Float.leastNormalMagnitude)
    }
  }

  /// A sum of `terms` products, added in any order, with or without fused multiply-add.
  ///
  /// Each addition rounds a partial sum by half a unit in its last place, in the actual and in the expected sum, so
  /// both together by one unit per term. Partial sums are assumed to be no larger than the largest result of the tensor
  /// or 1, the bound of a single product in the fixtures.
  public static func reorderedSum(terms: Int) -> Tolerance {
    Tolerance(description: "sum of \(terms) terms in another order") { _, all in
      Float(max(terms, 1)) * max(all.peak, 1).ulp
    }
  }

  /// A fraction of the tensor's range: its largest minus its smallest expected value.
  ///
  /// For whole networks, whose requirement is stated this way.
  public static func relativeToRange(_ share: Float) -> Tolerance {
    Tolerance(description: "\(share) of the range") { _, all in share * all.range }
  }

  /// The worst element beyond the tolerance in words, or nil if every element is within it.
  public func failure(actual: [Float], expected: [Float]) -> String? {
    guard actual.count == expected.count else {
      return "\(actual.count) elements, expected \(expected.count)"
    }
    var all = Extent()
    for value in expected where value.isFinite {
      all.low = min(all.low, value)
      all.high = max(all.high, value)
      all.count += 1
    }
    var worst: (index: Int, excess: Float)?
    var failures = 0
    for (index, (found, wanted)) in zip(actual, expected).enumerated() {
      if found == wanted || (found.isNaN && wanted.isNaN) { continue }
      let difference = abs(found - wanted)
      let allowed = bound(wanted, all)
      if difference <= allowed { continue }  // false for a NaN
      failures += 1
      let excess = difference.isFinite ? difference - allowed : .infinity
      if excess > worst?.excess ?? -1 { worst = (index, excess) }
    }
    guard let worst else { return nil }
    let (found, wanted) = (actual[worst.index], expected[worst.index])
    return "\(failures) of \(expected.count) elements beyond \(description); the worst is element \(worst.index): "
      + "\(found), expected \(wanted), apart \(abs(found - wanted)), allowed \(bound(wanted, all))"
  }
}
