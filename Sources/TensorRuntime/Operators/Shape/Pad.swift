import TFLiteFormat

/// A tensor surrounded by zeros (TFLite `PAD`).
///
/// - Inputs: any tensor of at most 8 dimensions; `[rank, 2]` counts of elements before and after, a constant.
/// - Output: each extent plus its two counts. A PAD of height and width before a convolution is fused into it.
package struct Pad: PaddingOperator {
  package static let tfliteName = "PAD"
  package static let builtinCode = 34

  init() {}

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    return try padded(inputs, with: nil)
  }
}
