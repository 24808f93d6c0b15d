extension Operands {
  /// There is no CAST.
  func inferWidened(
    _ operation: any AnyOperation, besides elementTypes: [ElementType]
  ) throws(OperatorError) -> (any Inference)? { nil }
}
