/// One use of an operator in a subgraph.
package struct OperatorEntry: Sendable {
  /// The index in `Model.operatorCodes`.
  package let codeIndex: Int
  /// The tensors that are read; −1 is an absent optional input.
  package private(set) var inputs: [Int]
  /// The tensors that are written.
  package private(set) var outputs: [Int]
  /// Tensors that hold nothing: their scales say how the operator rounds numbers of its own, as in an LSTM of integers.
  package private(set) var intermediates: [Int]
  /// The tag of the schema's `BuiltinOptions` union, the kind of options; 0 for none.
  package let optionsType: Int
  /// The options; nil if there are none.
  package let options: FlatTable?
  /// The options of an operator that is newer than that union, from the schema's `BuiltinOptions2`; nil if there are
  /// none.
  package let newerOptions: FlatTable?
  /// The options of a custom operator.
  package let customOptions: Bytes?

  init(_ table: FlatTable, file: Bytes, fail: (_ codeIndex: Int, OperatorFault) -> FormatError) throws(FormatError) {
    codeIndex = Int(clamping: try table.scalar(0, default: UInt32(0)))
    // Operators may share an operand list, which is then visited once for each.
    try table.spend(operands: try table.count(1) + table.count(2) + table.count(8))
    inputs = try table.integers(1, as: Int32.self) ?? []
    outputs = try table.integers(2, as: Int32.self) ?? []
    intermediates = try table.integers(8, as: Int32.self) ?? []
    optionsType = Int(try table.scalar(3, default: UInt8(0)))
    options = optionsType == 0 ? nil : try table.table(4)?.unmetered
    newerOptions = try table.scalar(11, default: UInt8(0)) == 0 ? nil : try table.table(12)?.unmetered
    if let bytes = try table.bytes(5) {
      customOptions = bytes
    } else {
      let offset = try table.scalar(9, default: UInt64(0))
      let size = try table.scalar(10, default: UInt64(0))
      guard let external = file.external(offset: offset, size: size) else {
        throw fail(codeIndex, .customOptions(offset: offset, size: size, available: file.count))
      }
      customOptions = external.count == 0 ? nil : external
    }
    // Operators may share these too.
    try table.spend(bytes: customOptions?.count ?? 0)
  }

  /// The same operator with other inputs.
  package func reading(_ inputs: [Int]) -> OperatorEntry {
    var copy = self
    copy.inputs = inputs
    return copy
  }

  /// The same operator on other tensors.
  package func applied(to inputs: [Int], outputs: [Int], intermediates: [Int]) -> OperatorEntry {
    var copy = self
    (copy.inputs, copy.outputs, copy.intermediates) = (inputs, outputs, intermediates)
    return copy
  }
}

extension Bytes {
  /// Data that a model stores outside its FlatBuffer, at an offset in the whole file: empty if the offset is 0 or 1,
  /// which writers use as placeholders; nil if it is out of bounds.
  func external(offset: UInt64, size: UInt64) -> Bytes? {
    guard offset > 1 else { return try? slice(at: 0, count: 0) }
    guard let offset = Int(exactly: offset), let size = Int(exactly: size) else { return nil }
    return try? slice(at: offset, count: size)
  }
}
