/// A graph's demand on the machine, computed from types alone and checked against the limits before anything is packed.
struct ModelDemand {
  /// Each node's innermost-loop iterations: multiply-adds, or elements.
  let work: [Int]
  /// Permanent bytes: packed weights, and constants that nodes read.
  let weightByteCount: Int
  /// The same plus temporary bytes during preparation: computed constants, and copies to pack.
  let byteCount: Int
  let equalNodes: EqualNodes

  /// - Throws: `ModelError` naming what exceeds a limit.
  init(_ graph: Graph, limits: ModelLimits) throws(ModelError) {
    for input in graph.inputs {
      let value = graph.values[input]
      if let error = Self.fault(of: value.type, limits) {
        throw .tensor(subgraph: graph.subgraph, index: input, name: value.name, error)
      }
    }
    var work: [Int] = []
    var repeated = SaturatingSum(), weights = SaturatingSum()
    var computed = graph.folding.byteCount, maxCopy = 0
    // Constants that are read in place exist once.
    var shared: Set<Int> = []
    func keep(_ index: Int) {
      guard let constant = graph.values[index].constant, shared.insert(index).inserted else { return }
      weights.add(constant.type.byteCount)
      if constant.isOwned { computed -= constant.type.byteCount }
    }
    equalNodes = EqualNodes(graph)
    for (step, node) in graph.nodes.enumerated() {
      let operands = graph.operands(of: node)
      var elements = SaturatingSum()
      for output in node.outputs {
        let type = graph.values[output].type
        elements.add(type.elementCount)
        if let error = Self.fault(of: type, limits) {
          throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
        }
      }
      var copy = SaturatingSum()
      for place in node.inputs.indices {
        guard let input = node.inputs[place] else { continue }
        let value = graph.values[input]
        elements.add(value.type.elementCount)
        if value.state != nil, let error = Self.fault(of: value.type, limits) {
          throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
        }
        guard let constant = value.constant else { continue }
        if !node.operation.readsAtRunTime(place) {
          copy.add(constant.copyByteCount)
        } else {
          keep(input)
        }
      }
      if equalNodes[step] == step { weights.add(node.inference.packedByteCount(operands)) }
      maxCopy = max(maxCopy, copy.value)
      let turns = max(node.inference.repeatedWork(operands), 0)
      repeated.add(turns)
      work.append(max(turns, elements.value))
    }
    graph.outputs.forEach(keep)
    // The maximum integer stands for any larger number.
    guard repeated.value <= limits.multiplyAdds, repeated.value < .max else {
      throw .tooManyMultiplyAdds(repeated.value, limit: limits.multiplyAdds)
    }
    var bytes = weights
    bytes.add(max(computed, 0))
    bytes.add(maxCopy)
    guard bytes.value <= limits.memoryByteCount else {
      throw .memoryTooLarge(byteCount: bytes.value, limit: limits.memoryByteCount)
    }
    self.work = work
    weightByteCount = weights.value
    byteCount = bytes.value
  }

  private static func fault(of type: TensorType, _ limits: ModelLimits) -> OperatorError? {
    guard type.byteCount > limits.tensorByteCount else { return nil }
    return .tensorTooLarge(shape: type.shape, byteCount: type.byteCount, limit: limits.tensorByteCount)
  }
}
