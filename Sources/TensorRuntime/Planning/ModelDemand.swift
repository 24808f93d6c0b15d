/// What running a graph takes, reckoned from types alone and held against the limits before anything is packed.
struct ModelDemand {
  /// For each node the turns of its innermost loops: multiply-adds, or the elements that it touches.
  let work: [Int]
  /// Bytes of the constants that nodes read or pack.
  let constantByteCount: Int

  /// - Throws: `ModelError` naming what is over a limit.
  init(_ graph: Graph, limits: ModelLimits) throws(ModelError) {
    for input in graph.inputs {
      let value = graph.values[input]
      if let error = Self.fault(of: value.type, limits) {
        throw .tensor(subgraph: graph.subgraph, index: input, name: value.name, error)
      }
    }
    var work: [Int] = []
    var repeated = SaturatingSum(), bytes = SaturatingSum()
    // Constants that are read as they are exist once.
    var shared: Set<Int> = []
    for node in graph.nodes {
      let operands = graph.operands(of: node)
      let types = node.outputs.map { graph.values[$0].type }
      for type in types {
        if let error = Self.fault(of: type, limits) {
          throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
        }
      }
      var elements = types.reduce(0) { $0 + $1.elementCount }
      for (place, input) in node.inputs.enumerated() {
        guard let input else { continue }
        let value = graph.values[input]
        elements += value.type.elementCount
        guard value.constant != nil else { continue }
        if !node.operation.readsAtRunTime(place) {
          bytes.add(Self.packedByteCount(value.type))
        } else if shared.insert(input).inserted {
          bytes.add(value.type.byteCount)
        }
      }
      let turns = max(node.operation.repeatedWork(inputs: operands, outputs: types), 0)
      repeated.add(turns)
      work.append(max(turns, elements))
    }
    guard repeated.value <= limits.multiplyAdds else {
      throw .tooManyMultiplyAdds(repeated.value, limit: limits.multiplyAdds)
    }
    guard bytes.value <= limits.memoryByteCount else {
      throw .memoryTooLarge(byteCount: bytes.value, limit: limits.memoryByteCount)
    }
    self.work = work
    constantByteCount = bytes.value
  }

  private static func fault(of type: TensorType, _ limits: ModelLimits) -> OperatorError? {
    guard type.byteCount > limits.tensorByteCount else { return nil }
    return .tensorTooLarge(shape: type.shape, byteCount: type.byteCount, limit: limits.tensorByteCount)
  }

  /// Panels of packed weights are whole: few output channels take the room of sixteen.
  private static func packedByteCount(_ type: TensorType) -> Int {
    guard type.shape.count > 1, type.shape[0] > 0, type.elementType == .float32 else { return type.byteCount }
    return type.byteCount / type.shape[0] * max(type.shape[0], 16)
  }
}
