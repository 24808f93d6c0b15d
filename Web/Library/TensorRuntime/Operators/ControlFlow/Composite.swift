import TFLiteFormat

/// No operator is one with a decomposition: it is refused by name, as all that hand networks do not have.
struct Composite {
  static let tfliteName = "STABLEHLO_COMPOSITE"
  let decomposition: Int

  init?(_ entry: OperatorEntry, code: OperatorCode) throws(OperatorError) { return nil }
}
