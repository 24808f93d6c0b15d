import TFLiteFormat

/// A tensor surrounded by a given value (TFLite `PADV2`).
///
/// - Inputs: any tensor of at most 8 dimensions; `[rank, 2]` counts of elements before and after, a constant; the
///   value, one element of the tensor's type.
struct PadV2: OptionlessOperator, PaddingOperator {
  static let tfliteName = "PADV2"
  static let builtinCode = 60

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    _ = try inputs.single(2, of: [try inputs.type(0, of: movableTypes).elementType])
    return try padded(inputs, with: 2)
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 1 }
}
