/// A graph of operators: a model's first one is what it computes, others are called by control flow.
public struct Subgraph: Sendable {
  /// The name.
  public let name: String?
  /// The tensors, by index.
  public let tensors: [TensorEntry]
  /// The tensors that the caller fills, in the order of the model's interface.
  public let inputs: [Int]
  /// The tensors that the caller reads, in the order of the model's interface.
  public let outputs: [Int]
  /// The operators in an order in which they can run: each reads only what is there or has been written.
  public let operators: [OperatorEntry]

  init(
    _ table: FlatTable, index: Int, file: Bytes, codes: [OperatorCode], limits: BundleLimits
  ) throws(FormatError) {
    // Before anything of it is read, which for very many operators takes long.
    let operatorCount = try table.tableCount(3)
    guard operatorCount <= limits.operatorCount else {
      throw .model(.tooManyOperators(subgraph: index, count: operatorCount, limit: limits.operatorCount))
    }
    name = try table.string(4)
    var tensors: [TensorEntry] = []
    for (number, entry) in try table.tables(0).enumerated() {
      tensors.append(
        try TensorEntry(entry) { .tensor(subgraph: index, tensor: number, name: $0, fault: $1) })
    }
    var operators: [OperatorEntry] = []
    for (number, entry) in try table.tables(3).enumerated() {
      operators.append(
        try OperatorEntry(entry, file: file) { code, fault in
          .operation(subgraph: index, index: number, name: codes.name(at: code), fault: fault)
        })
    }
    self.tensors = tensors
    self.operators = operators
    inputs = try table.scalars(1, as: Int32.self)?.map(Int.init) ?? []
    outputs = try table.scalars(2, as: Int32.self)?.map(Int.init) ?? []
  }
}
