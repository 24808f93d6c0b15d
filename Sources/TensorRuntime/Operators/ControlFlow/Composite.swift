import TFLiteFormat

/// An operator that is replaced by its decomposition into others (TFLite `STABLEHLO_COMPOSITE`).
///
/// - Inputs and outputs: those of the decomposition, a subgraph.
struct Composite {
  static let tfliteName = "STABLEHLO_COMPOSITE"
  static let builtinCode = 206

  let decomposition: Int

  /// Nil for other operators.
  init?(_ entry: OperatorEntry, code: OperatorCode) throws(OperatorError) {
    guard !code.isCustom, code.builtinCode == Self.builtinCode else { return nil }
    decomposition = try OperatorOptions(entry.newerOptions).integer(1)
  }
}
