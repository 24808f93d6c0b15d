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
  private static let all: [any BuiltinCustomOperator.Type] = [DetectionPostProcess.self]

  /// The one with a name; nil if there is none.
  static func find(_ name: String) -> (any BuiltinCustomOperator.Type)? {
    all.first { $0.customName.hasSameBytes(as: name) }
  }
}
