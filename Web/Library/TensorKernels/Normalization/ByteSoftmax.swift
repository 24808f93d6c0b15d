extension RowNormalization {
  /// Never made: the softmax of bytes is taken by way of floats.
  package struct ByteSoftmax: Sendable, Hashable {
    package static let lengths = 1...1
    package static let tableByteCount = 0

    package init?(scale: Double) { nil }
  }

  static func kernel(_ softmax: ByteSoftmax, _ problem: Problem) -> any UnitKernel {
    preconditionFailure("no softmax of bytes")
  }
}
