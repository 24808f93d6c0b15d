/// Compares the results of two kernels.
enum Comparison {
  /// How far apart two orders of adding `terms` products may be if the products' magnitudes add up to `magnitude`.
  ///
  /// Each order is off by at most `terms · ε/2 · magnitude`, so two are at most `terms · ε · magnitude` apart. The bias
  /// and a slope count as two more terms.
  static func reorderedSum(terms: Int, magnitude: Float) -> Float {
    Float(terms + 2) * Float.ulpOfOne * magnitude + Float.leastNormalMagnitude
  }

  /// Where `found` first differs from `expected` by more than is allowed there, as a sentence; nil if nowhere.
  static func difference(_ found: [Float], _ expected: [Float], within tolerance: (Int) -> Float) -> String? {
    guard found.count == expected.count else { return "\(found.count) elements, expected \(expected.count)" }
    for index in found.indices where !(abs(found[index] - expected[index]) <= tolerance(index)) {
      return "element \(index) is \(found[index]), expected \(expected[index]) within \(tolerance(index))"
    }
    return nil
  }

  /// Where the bits first differ, as a sentence; nil if nowhere. Any NaN equals any other.
  static func bitDifference(_ found: [Float], _ expected: [Float]) -> String? {
    guard found.count == expected.count else { return "\(found.count) elements, expected \(expected.count)" }
    for index in found.indices
    where found[index].bitPattern != expected[index].bitPattern && !(found[index].isNaN && expected[index].isNaN) {
      return "element \(index) is \(found[index]), expected exactly \(expected[index])"
    }
    return nil
  }
}

/// Extents just below, at and just above the widths of vectors and tiles.
let sizesAroundVectors = [1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33]
