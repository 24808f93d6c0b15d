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
  /// Whether there is one with a name.
  static func contains(_ name: String) -> Bool { DetectionPostProcess.customName.hasSameBytes(as: name) }

  /// The operation of the one with a name, with its options; nil if there is none.
  static func operation(_ name: String, options: Bytes) throws(OperatorError) -> (any AnyOperation)? {
    contains(name) ? OperationBox(try DetectionPostProcess(options: options)) : nil
  }
}
