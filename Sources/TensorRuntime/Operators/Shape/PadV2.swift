import TFLiteFormat

/// A tensor surrounded by a given value (TFLite `PADV2`).
///
/// - Inputs: any tensor of at most 8 dimensions; `[rank, 2]` counts of elements before and after, a constant; the
///   value, one element of the tensor's type.
package struct PadV2: PaddingOperator {
  package static let tfliteName = "PADV2"
  package static let builtinCode = 60

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let value = try inputs.type(2, of: [try inputs.type(0, of: movableTypes).elementType])
    guard value.elementCount == 1 else { throw .inputShape(input: 2, expected: "one element", found: value.shape) }
    return try padded(inputs, with: 2)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index != 1 }
}
