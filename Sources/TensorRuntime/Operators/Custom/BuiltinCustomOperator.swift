import TFLiteFormat

/// A custom operator that TFLite itself provides, for all models.
protocol BuiltinCustomOperator: NodeOperation {
  static var customName: String { get }

  /// Reads the options, which are in the operator's own format and may be malformed.
  init(options: Bytes) throws(OperatorError)
}

extension BuiltinCustomOperator {
  var name: String { Self.customName }
}

enum BuiltinCustomOperators {
  static func contains(_ name: String) -> Bool { DetectionPostProcess.customName.hasSameBytes(as: name) }

  /// Nil if there is none with this name.
  static func operation(_ name: String, options: Bytes) throws(OperatorError) -> (any AnyOperation)? {
    contains(name) ? OperationBox(try DetectionPostProcess(options: options)) : nil
  }
}
