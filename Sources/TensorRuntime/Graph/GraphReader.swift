import TFLiteFormat

/// Reads a subgraph of a verified model node by node: parses every operator and infers every shape.
///
/// Where a shape depends on a value computed at run time, reading stops. The nodes so far form a stage that can run;
/// with the value from that run, reading continues by the same rules.
struct GraphReader {
  private let model: Model
  private let subgraph: Subgraph
  private let subgraphIndex: Int
  private let operators: OperatorSet
  private let limits: ModelLimits
  /// When reading must be done.
  var deadline: Deadline?
  /// The tensors, followed by those that folding added for forms of quantized operators.
  private var values: [Graph.Value] = []
  /// The nodes of the stage being read.
  private var nodes: [Graph.Node] = []
  /// The values that the caller of the stage sets.
  private(set) var inputs: [Int]
  /// Tensors that have a value before the next node.
  private var known: Set<Int>
  /// The last operator that reads each tensor; the number of operators for the subgraph's outputs, -1 for none.
  private let lastUses: [Int]
  /// The next operator.
  private(set) var position = 0
  /// What has been folded, and the number of nodes tried.
  private var folding = FoldingBudget()
  private var triedCount = 0

  /// Approximate size of the list of tensors in bytes, without their values.
  var memoryByteCount: Int { values.count * 2 * MemoryLayout<Graph.Value>.stride }

  /// A node that cannot be read until a value is known.
  struct Stop {
    /// The tensor whose value is needed.
    let tensor: Int
    /// What is wrong with the node if the value never comes.
    let error: ModelError
  }

  /// Begins a subgraph.
  ///
  /// - Parameter inputShapes: input shapes, by tensor, that replace those in the file.
  /// - Throws: `ModelError.unsupportedOperators` naming all missing operators, or the fault of a tensor.
  init(
    _ model: Model, subgraph index: Int, inputShapes: [Int: [Int]], options: PlanOptions, deadline: Deadline?
  ) throws(ModelError) {
    guard index >= 0, index < model.subgraphs.count else { throw .noSubgraph(index) }
    self.model = model
    subgraph = model.subgraphs[index]
    subgraphIndex = index
    operators = OperatorSet(custom: options.customOperators)
    limits = options.remainingLimits
    self.deadline = deadline
    inputs = subgraph.inputs
    known = Set(subgraph.inputs)
    var lastUses = [Int](repeating: -1, count: subgraph.tensors.count)
    for (number, entry) in subgraph.operators.enumerated() {
      for tensor in entry.inputs where tensor >= 0 { lastUses[tensor] = number }
    }
    for tensor in subgraph.outputs { lastUses[tensor] = subgraph.operators.count }
    self.lastUses = lastUses
    try operators.check(model, subgraph)
    let computed = Set(subgraph.operators.flatMap(\.outputs))
    for (tensor, entry) in subgraph.tensors.enumerated() {
      if tensor.isMultiple(of: 1024) { try deadline?.check() }
      let value = try value(
        entry, tensor, isComputed: computed.contains(tensor), shape: inputShapes[tensor] ?? entry.shape)
      if value.constant != nil { known.insert(tensor) }
      values.append(value)
    }
    for value in values where value.constant?.isSparse == true {
      try folding.take(byteCount: value.type.byteCount, limit: limits.memoryByteCount)
    }
  }

  private func value(
    _ entry: TensorEntry, _ tensor: Int, isComputed: Bool, shape: [Int]
  ) throws(ModelError) -> Graph.Value {
    let quantization = TensorQuantization(entry.quantization, of: entry.elementType)
    do throws(OperatorError) {
      // A computed tensor gets its shape from its node, whatever the file says.
      if isComputed {
        let elementType = entry.elementType.byteCount == nil ? .float32 : entry.elementType
        return Graph.Value(name: entry.name, type: try TensorType(elementType, [], quantization: quantization))
      }
      let type = try TensorType(entry.elementType, shape, quantization: quantization)
      guard !known.contains(tensor), !entry.isVariable else { return Graph.Value(name: entry.name, type: type) }
      // A constant without elements has no data.
      guard let bytes = model.constant(entry) ?? (type.elementCount == 0 ? Bytes([]) : nil) else {
        return Graph.Value(name: entry.name, type: type)
      }
      if let sparsity = entry.sparsity {
        return Graph.Value(
          name: entry.name, type: type, constant: ConstantTensor(type, bytes: bytes, sparsity: sparsity))
      }
      return Graph.Value(name: entry.name, type: type, constant: try ConstantTensor(type, bytes: bytes))
    } catch {
      throw .tensor(subgraph: subgraphIndex, index: tensor, name: entry.name, error)
    }
  }

  // MARK: Reading

  /// Reads nodes until a shape is not known.
  ///
  /// - Returns: where and why reading stopped; nil at the end of the subgraph.
  mutating func read() throws(ModelError) -> Stop? {
    while position < subgraph.operators.count {
      try deadline?.check()
      let entry = subgraph.operators[position]
      let name = model.operatorCodes[entry.codeIndex].name
      do throws(OperatorError) {
        try readNode(entry)
      } catch {
        let failure = ModelError.node(subgraph: subgraphIndex, index: position, name: name, error)
        guard case .inputNotConstant(let input) = error, entry.inputs.indices.contains(input),
          known.contains(entry.inputs[input])
        else { throw failure }
        let tensor = entry.inputs[input]
        guard values[tensor].constant == nil else { throw failure }
        // The value may follow from constants and shapes alone.
        try fold()
        if values[tensor].constant == nil { return Stop(tensor: tensor, error: failure) }
        continue
      }
      position += 1
    }
    for output in subgraph.outputs where !known.contains(output) {
      throw .outputWithoutValue(index: output, name: values[output].name)
    }
    return nil
  }

  private mutating func readNode(_ entry: OperatorEntry) throws(OperatorError) {
    guard entry.inputs.count <= FixedLimits.inputCount else {
      throw .inputCount(expected: 0...FixedLimits.inputCount, found: entry.inputs.count)
    }
    for (input, tensor) in entry.inputs.enumerated() {
      // A variable that has not been written yet has no value either.
      if tensor >= 0, !known.contains(tensor) { throw .inputMissing(input) }
    }
    let operation = try operators.operation(entry, code: model.operatorCodes[entry.codeIndex])
    let inputs = entry.inputs.map { $0 < 0 ? nil : $0 }
    let inference = try operation.inferLowered(values.operands(inputs, entry.outputs), limits)
    guard inference.outputs.count == entry.outputs.count else {
      throw .outputCount(expected: inference.outputs.count, found: entry.outputs.count)
    }
    for (output, type) in zip(entry.outputs, inference.outputs) { values[output].type = type }
    known.formUnion(entry.outputs)
    nodes.append(Graph.Node(index: position, inference: inference, inputs: inputs, outputs: entry.outputs))
  }

  /// Computes what follows from constants and shapes. Nodes that have been tried are skipped: nothing new is known
  /// about their inputs.
  private mutating func fold() throws(ModelError) {
    var graph = graph(outputs: subgraph.outputs)
    graph.nodes = Array(nodes[triedCount...])
    // The graph now owns the only copy, so it changes in place.
    values = []
    graph.lowerQuantization()
    try graph.foldConstants(limit: limits.memoryByteCount, deadline: deadline)
    values = graph.values
    nodes.replaceSubrange(triedCount..., with: graph.nodes)
    folding = graph.folding
    triedCount = nodes.count
  }

  private func graph(outputs: [Int]) -> Graph {
    var graph = Graph(values: values, nodes: nodes, inputs: inputs, outputs: outputs, subgraph: subgraphIndex)
    graph.folding = folding
    return graph
  }

  // MARK: Stages

  /// The nodes read since the last stage, as a graph. Its outputs are those of the subgraph at the end, and before that
  /// all values that later nodes and the caller read, including `needed`. They are the inputs of the next stage.
  mutating func takeStage(needed: Int? = nil) -> Graph {
    defer { (nodes, triedCount) = ([], 0) }
    guard let needed else { return graph(outputs: subgraph.outputs) }
    // Whatever later nodes read was an input of this stage or is computed in it.
    let candidates = inputs + nodes.flatMap(\.outputs) + [needed]
    let live = Set(candidates).filter { tensor in
      guard values[tensor].constant == nil else { return false }
      return tensor == needed || (lastUses.indices.contains(tensor) && lastUses[tensor] >= position)
    }.sorted()
    let stage = graph(outputs: live)
    inputs = live
    return stage
  }

  /// Makes the value that a stage computed for `tensor` a constant, and returns its memory.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if it and everything folded exceed `limit` bytes.
  mutating func learn(
    _ bytes: UnsafeRawBufferPointer, of tensor: Int, limit: Int
  ) throws(ModelError) -> ConstantMemory {
    let type = values[tensor].type
    try folding.take(byteCount: type.byteCount, limit: limit)
    let memory = ConstantMemory(byteCount: type.byteCount)
    memory.pointer.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(memory.pointer), byteCount: bytes.count)
    values[tensor].constant = ConstantTensor(type, memory: memory)
    inputs.removeAll { $0 == tensor }
    return memory
  }
}
