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
  private static let all: [any BuiltinCustomOperator.Type] = [
    AudioSpectrogram.self, DetectionPostProcess.self, MelCepstrum.self,
  ]

  static func contains(_ name: String) -> Bool { find(name) != nil }

  /// Nil if there is none with this name.
  static func operation(_ name: String, options: Bytes) throws(OperatorError) -> (any AnyOperation)? {
    try find(name).map { (type) throws(OperatorError) in try operation(type, options) }
  }

  private static func find(_ name: String) -> (any BuiltinCustomOperator.Type)? {
    all.first { $0.customName.hasSameBytes(as: name) }
  }

  private static func operation<Operation: BuiltinCustomOperator>(
    _ type: Operation.Type, _ options: Bytes
  ) throws(OperatorError) -> any AnyOperation {
    OperationBox(try Operation(options: options))
  }
}
