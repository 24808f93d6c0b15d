import TFLiteFormat

/// Hand networks have neither variables nor further subgraphs: operators for them are refused by name.
package enum ModelOperators {
  /// None of them.
  enum Registered {
    var tfliteName: String { switch self {} }
    var read: (OperatorEntry, inout GraphReader) throws(ModelError) -> Void { switch self {} }
  }

  static func find(builtinCode: Int) -> Registered? { nil }

  package static var names: [String] { [] }
}
