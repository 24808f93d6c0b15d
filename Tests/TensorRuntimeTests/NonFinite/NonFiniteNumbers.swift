import TestSupport

/// NaN, infinities and other numbers at the ends of the range, and where results agree on them.
enum NonFiniteNumbers {
  /// Large ones stay far from overflow in sums of products: where those overflow depends on the order.
  private static let choices: [Float] = [
    .nan, .nan, .infinity, .infinity, -.infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude,
    -.leastNormalMagnitude / 8,
    1e15, -1e15,
  ]

  /// The same values, some of which are replaced: one in `rate`, and at least one.
  static func placed(in values: [Float], oneIn rate: Int, _ random: inout SeededGenerator) -> [Float] {
    guard !values.isEmpty else { return values }
    var values = values
    for _ in 0...values.count / rate {
      values[Int.random(in: values.indices, using: &random)] = choices.randomElement(using: &random) ?? .nan
    }
    return values
  }

  /// Where one result is NaN, or infinite, and the other is not the same, as a sentence; nil if nowhere.
  static func difference(_ found: [Float], _ expected: [Float]) -> String? {
    guard found.count == expected.count else { return "\(found.count) elements, expected \(expected.count)" }
    for index in found.indices {
      let (value, wanted) = (found[index], expected[index])
      let isSame = wanted.isFinite ? value.isFinite : wanted.isNaN ? value.isNaN : value == wanted
      if !isSame { return "element \(index) is \(value), expected \(wanted)" }
    }
    return nil
  }
}
