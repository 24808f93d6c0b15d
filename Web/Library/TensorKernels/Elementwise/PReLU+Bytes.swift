extension PReLU {
  /// Operators refuse bytes (`ElementType.number`).
  package enum Bytes: Sendable, Hashable {
    var output: ByteRange { switch self {} }
    var rows: Int { switch self {} }
    var channels: Int { switch self {} }

    func tables(_ slopes: [Float]) -> (any UnitKernel)? { switch self {} }
  }
}
