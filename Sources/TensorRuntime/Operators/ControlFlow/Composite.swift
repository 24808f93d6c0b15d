import TFLiteFormat

/// An operator with a decomposition into others, which are run in its place (TFLite `STABLEHLO_COMPOSITE`).
///
/// - Inputs and outputs: those of the decomposition, a subgraph.
struct Composite {
  static let tfliteName = "STABLEHLO_COMPOSITE"
  static let builtinCode = 206

  /// The index of the decomposition.
  let decomposition: Int

  /// The decomposition of a use of an operator; nil if it is another operator.
  init?(_ entry: OperatorEntry, code: OperatorCode) throws(OperatorError) {
    guard !code.isCustom, code.builtinCode == Self.builtinCode else { return nil }
    decomposition = try OperatorOptions(entry.newerOptions).integer(1)
  }
}
