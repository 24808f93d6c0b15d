/// A graph of operators: the first one in a model is the network, others are called by control flow.
package struct Subgraph: Sendable {
  /// The name.
  package let name: String?
  /// The tensors, by index.
  package let tensors: [TensorEntry]
  /// The tensors that the caller sets, in the order of the model's interface.
  package let inputs: [Int]
  /// The tensors that the caller reads, in the order of the model's interface.
  package let outputs: [Int]
  /// The operators in an order in which they can run: each reads only values that already exist.
  package let operators: [OperatorEntry]

  init(
    _ table: FlatTable, index: Int, file: Bytes, codes: [OperatorCode], limits: BundleLimits
  ) throws(FormatError) {
    // Checked before anything is read, which takes long for very many operators.
    let operatorCount = try table.count(3)
    guard operatorCount <= limits.operatorCount else {
      throw .model(.tooManyOperators(subgraph: index, count: operatorCount, limit: limits.operatorCount))
    }
    name = try table.string(4)
    var tensors = try table.tables(0) { entry, number throws(FormatError) in
      try TensorEntry(entry) { .tensor(subgraph: index, tensor: number, name: $0, fault: $1) }
    }
    for number in tensors.indices {
      let scales = try tensors[number].foundBlockScales(in: tensors) {
        .tensor(subgraph: index, tensor: number, name: $0, fault: $1)
      }
      if let scales { tensors[number].blockScales = scales }
    }
    self.tensors = tensors
    operators = try table.tables(3) { entry, number throws(FormatError) in
      try OperatorEntry(entry, file: file) { code, fault in
        .operation(subgraph: index, index: number, name: codes.name(at: code), fault: fault)
      }
    }
    inputs = try table.integers(1, as: Int32.self) ?? []
    outputs = try table.integers(2, as: Int32.self) ?? []
  }
}
