import TFLiteFormat

/// A custom operator that TFLite itself provides: all models may use it, by name.
protocol BuiltinCustomOperator: NodeOperation {
  /// The name in models.
  static var customName: String { get }

  /// Reads the options, which are in the operator's own format and may be malformed.
  init(options: Bytes) throws(OperatorError)
}

extension BuiltinCustomOperator {
  var name: String { Self.customName }
}

/// The list of them.
enum BuiltinCustomOperators {
  /// What reads the options of the one with a name; nil if there is none.
  static func find(_ name: String) -> ((Bytes) throws(OperatorError) -> any AnyOperation)? {
    guard DetectionPostProcess.customName.hasSameBytes(as: name) else { return nil }
    return { options throws(OperatorError) in OperationBox(try DetectionPostProcess(options: options)) }
  }
}
