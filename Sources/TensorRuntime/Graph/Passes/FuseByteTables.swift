import TFLiteFormat
import TensorKernels

extension Graph {
  /// Fuses operators whose elements depend on one byte into a table: tables of tables, and sums or products of a byte
  /// with a function of it, as in x · σ(x), or with a constant.
  ///
  /// The operators' own arithmetic computes the table.
  package mutating func fuseByteTables() throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let (table, parts) = try patch.byteTable(of: node),
          let input = parts.lazy.compactMap({ $0.input }).first
        else { continue }
        let fused = parts.compactMap { $0.place }
        var name = node.name
        for part in fused.reversed() { name = (patch[part]?.name ?? "") + " + " + name }
        let operation = TabledBytes(name: name, type: patch.values[node.outputs[0]].type, table: table)
        let whole = try patch.changed(node, to: operation, inputs: [input])
        for place in fused { patch.remove(place) }
        patch.replace(place, by: whole)
      }
    }
  }
}

private struct ByteFunction {
  /// Nil for a constant.
  let input: Int?
  /// The function's node, which nothing else reads, if any.
  let place: Int?
  /// The results for all bytes; signed bytes index by their bits.
  let table: [UInt8]
}

extension GraphPatch {
  /// The results of a node for all bytes, and its operands; nil if it is not a function of one byte, or is a single
  /// table already.
  fileprivate func byteTable(of node: Graph.Node) throws(ModelError) -> (table: [UInt8], parts: [ByteFunction])? {
    if let operation = node.operation(TabledBytes.self), let input = node.inputs[0] {
      let part = byteFunction(of: input)
      return part.place == nil ? nil : (part.table.map { operation.table[Int($0)] }, [part])
    }
    guard let operation = node.operation(QuantizedBinary.self), let left = node.inputs[0], let right = node.inputs[1]
    else { return nil }
    let parts = [left, right].map { byteFunction(of: $0) }
    let shape = values[node.outputs[0]].type.shape
    guard Set(parts.compactMap { $0.input }).count == 1,
      zip(parts, [left, right]).allSatisfy({ $0.input == nil || values[$1].type.shape == shape })
    else { return nil }
    let output = values[node.outputs[0]].type
    let problem = try checked(node) { (operands) throws(OperatorError) in
      try operation.problem(operands, output: output)
    }
    return (QuantizedArithmetic.bytes(problem, parts[0].table, parts[1].table), parts)
  }

  private func byteFunction(of value: Int) -> ByteFunction {
    if let constant = values[value].constant, constant.type.byteCount == 1 {
      let byte = constant.withUnsafeBytes { $0[0] }
      return ByteFunction(input: nil, place: nil, table: [UInt8](repeating: byte, count: 256))
    }
    if isUsedOnce(value), let place = producer(of: value), let node = self[place],
      let operation = node.operation(TabledBytes.self), let input = node.inputs[0]
    {
      return ByteFunction(input: input, place: place, table: operation.table)
    }
    return ByteFunction(input: value, place: nil, table: (0...255).map { UInt8($0) })
  }
}
