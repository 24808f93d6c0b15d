/// A named way to call a subgraph: names for its inputs and outputs.
package struct Signature: Sendable, Equatable {
  /// An input or output with its name.
  package struct Argument: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The index of the tensor in the subgraph.
    package let tensorIndex: Int

    init(_ table: FlatTable) throws(FormatError) {
      name = try table.string(0) ?? ""
      tensorIndex = Int(clamping: try table.scalar(1, default: UInt32(0)))
    }
  }

  /// The name of the signature, such as `serving_default`.
  package let key: String
  /// The subgraph that is called.
  package let subgraphIndex: Int
  /// The tensors that the caller sets.
  package let inputs: [Argument]
  /// The tensors that the caller reads.
  package let outputs: [Argument]

  init(_ table: FlatTable) throws(FormatError) {
    inputs = try table.tables(0) { entry, _ throws(FormatError) in try Argument(entry) }
    outputs = try table.tables(1) { entry, _ throws(FormatError) in try Argument(entry) }
    key = try table.string(2) ?? ""
    subgraphIndex = Int(clamping: try table.scalar(4, default: UInt32(0)))
  }
}

extension Model {
  /// The signature of this name, byte for byte; nil if there is none.
  package func signature(named key: String) -> Signature? { signatures.first { $0.key.hasSameBytes(as: key) } }
}
