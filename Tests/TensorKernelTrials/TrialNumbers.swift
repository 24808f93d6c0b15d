/// Which numbers a trial's operands hold.
package struct TrialNumbers: Sendable {
  /// Which operands hold, here and there, NaN, infinities, zeros of both signs, subnormal and large numbers.
  package enum Special: Sendable {
    case none
    /// The inputs; among the constants only those numbers that are finite.
    case inputs
    /// Inputs and constants, except slopes, which are always finite (``Epilogue/Activation/slopes(_:)``).
    case constants
  }

  /// The operands with special numbers.
  package let special: Special
  /// Whether all numbers are magnitudes. Sums of magnitudes bound the rounding errors of sums; there are no
  /// activations.
  package let areMagnitudes: Bool

  /// Numbers of a kind.
  package init(_ special: Special = .none, magnitudes: Bool = false) {
    (self.special, areMagnitudes) = (special, magnitudes)
  }

  /// Those that are not finite. One sum of products may have several, and then it is NaN if they are of both signs.
  static let notFinite: [Float] = [.nan, .infinity, -.infinity]
  /// Large ones stay far from overflow, even in sums of their products: where those overflow depends on the order.
  static let unusual: [Float] = [
    0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude / 8, .leastNormalMagnitude, 1e15, -1e15,
  ]
}
