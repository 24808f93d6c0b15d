import TensorTestSupport
import TestSupport

/// How close to LiteRT's each operator's results must be.
enum OperatorTolerance {
  /// A tolerance computed from a case, such as from the length of its sums.
  typealias Rule = @Sendable (OperatorFixture) throws -> Tolerance

  /// The rules of all families, by TFLite's name of the operator.
  static let byName: [String: Rule] =
    [
      elementwise, convolution, activation, normalization, pooling, reduction, resize, spectral, recurrent, random,
    ].reduce(into: [:]) { all, family in
      all.merge(family) { first, _ in first }
    }

  /// The tolerance of a case; an operator without a rule must have exactly LiteRT's bits.
  static func of(_ name: String, _ fixture: OperatorFixture) throws -> Tolerance {
    try byName[name]?(fixture) ?? .exact
  }
}
