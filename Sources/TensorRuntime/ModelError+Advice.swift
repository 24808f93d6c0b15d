import TFLiteFormat

extension ModelError {
  /// What can be done about a model with operators that this engine does not have, and whether others run it; nil for
  /// other errors.
  public var advice: String? {
    guard case .unsupportedOperators(let names) = self else { return nil }
    // Compares bytes: in untrusted names, Unicode normalization could be expensive.
    if names.contains(where: { $0.utf8.starts(with: "Flex".utf8) }) {
      return "Flex operators are TensorFlow's own, which LiteRT runs only with its Flex delegate: convert the model "
        + "without SELECT_TF_OPS"
    }
    let custom = names.filter { name in
      !OperatorCode.isBuiltin(name) && !Self.customOfLiteRT.contains { $0.hasSameBytes(as: name) }
    }
    guard custom.isEmpty else {
      return "\(custom.printable()) is not TFLite's: LiteRT does not run it either without code of the model's "
        + "makers, which is given here as a CustomOperator"
    }
    return "LiteRT has \(names.count == 1 ? "it" : "them"); the documentation lists the operators that Mudra has"
  }

  /// Custom operators that LiteRT's own resolvers know and that do not run here.
  private static let customOfLiteRT = ["NumericVerify"]
}
