/// An operator that the model uses, and its version.
package struct OperatorCode: Sendable, Equatable {
  /// The value of the schema's `BuiltinOperator`; 32 is a custom operator.
  package let builtinCode: Int
  /// The name of a custom operator.
  package let customName: String?
  /// The version of the operator's semantics, starting at 1.
  package let version: Int

  /// The value of `CUSTOM`.
  static let custom = 32

  /// Whether this is a custom operator.
  package var isCustom: Bool { builtinCode == Self.custom }

  /// The schema's name, such as `CONV_2D`, or the name of a custom operator.
  package var name: String {
    if isCustom { return customName ?? "CUSTOM" }
    return Self.builtinNames.indices.contains(builtinCode)
      ? Self.builtinNames[builtinCode] : "BUILTIN_\(builtinCode)"
  }

  /// Whether a name is that of an operator of the schema.
  package static func isBuiltin(_ name: String) -> Bool { builtinNames.contains { $0.hasSameBytes(as: name) } }

  init(_ table: FlatTable, index: Int) throws(FormatError) {
    // There are two fields: the older one has 8 bits and holds at most 127; the larger value applies.
    let older = Int(try table.scalar(0, default: Int8(0)))
    let newer = Int(try table.scalar(3, default: Int32(0)))
    guard older >= 0, newer >= 0 else {
      throw .model(.operatorCode(index: index, builtinCode: Swift.min(older, newer)))
    }
    builtinCode = Swift.max(older, newer)
    customName = try table.string(1)
    version = Int(try table.scalar(2, default: Int32(1)))
  }
}

extension [OperatorCode] {
  /// The name of the operator at an unverified index.
  func name(at index: Int) -> String {
    indices.contains(index) ? self[index].name : "?"
  }
}
