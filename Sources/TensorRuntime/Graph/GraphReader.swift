import TFLiteFormat

/// Reads a subgraph of a verified model node by node: parses operators and infers shapes.
///
/// Reading stops where a shape or packed weights depend on a computed value. The nodes so far form a stage that can
/// run; with its value, reading continues.
struct GraphReader {
  private let model: Model
  private let subgraph: InlinedSubgraph
  private let subgraphIndex: Int
  private let operators: OperatorSet
  private let options: PlanOptions
  private let limits: ModelLimits
  private let lowering: Lowering
  /// The model's variables, and the subgraphs being read.
  private var scope: ReadingScope
  var deadline: Deadline?
  /// The tensors, followed by those that folding added for quantized forms.
  private var values: [Graph.Value] = []
  /// The current stage's nodes.
  private var nodes: [Graph.Node] = []
  /// The values that the stage's caller sets.
  private(set) var inputs: [Int]
  /// Tensors that have a value before the next node.
  private var known: Set<Int>
  /// Those of them that depend on the values of the graph's inputs and of variables.
  private var changing: Set<Int>
  /// The last operator that reads each tensor; the operator count for the subgraph's outputs, -1 for none.
  private let lastUses: [Int]
  private(set) var position = 0
  private var folding = FoldingBudget()
  private var triedCount = 0
  private var inferences = KnownInferences()

  /// Approximate bytes of the list of tensors, without their values.
  var memoryByteCount: Int { values.count * 2 * MemoryLayout<Graph.Value>.stride }

  /// A node that cannot be read until a value is known.
  private struct Stop {
    let tensor: Int
    /// The node's fault if the value never comes.
    let error: ModelError
  }

  /// Begins a subgraph.
  ///
  /// - Parameters:
  ///   - inputShapes: replace input shapes of the file, by tensor.
  ///   - scope: the calling subgraph's, after it has entered this one.
  ///   - folding: the calling subgraph's.
  /// - Throws: `ModelError.unsupportedOperators` naming all missing operators, or the fault of a tensor.
  init(
    _ model: Model, subgraph index: Int, inputShapes: [Int: [Int]], options: PlanOptions, deadline: Deadline?,
    scope callingScope: ReadingScope? = nil, folding: FoldingBudget = FoldingBudget()
  ) throws(ModelError) {
    guard index >= 0, index < model.subgraphs.count else { throw .noSubgraph(index) }
    self.model = model
    self.options = options
    self.folding = folding
    scope = callingScope ?? ReadingScope(reading: index)
    subgraph = try InlinedSubgraph(model, index, scope: &scope)
    subgraphIndex = index
    operators = OperatorSet(custom: options.customOperators)
    limits = options.remainingLimits
    lowering = Lowering(tensorByteCount: limits.tensorByteCount, requested: try options.resolvedProvider())
    self.deadline = deadline
    inputs = subgraph.inputs
    known = Set(subgraph.inputs)
    changing = known
    var lastUses = [Int](repeating: -1, count: subgraph.tensors.count)
    for number in subgraph.operators.indices {
      for tensor in subgraph.operators[number].entry.inputs where tensor >= 0 { lastUses[tensor] = number }
    }
    for tensor in subgraph.outputs { lastUses[tensor] = subgraph.operators.count }
    self.lastUses = lastUses
    try operators.check(model, subgraph)
    let computed = Set(subgraph.operators.flatMap { $0.entry.outputs })
    for tensor in subgraph.tensors.indices {
      let entry = subgraph.tensors[tensor]
      if tensor.isMultiple(of: 1024) { try deadline?.check() }
      let value = try value(
        entry, tensor, isComputed: computed.contains(tensor), shape: inputShapes[tensor] ?? entry.shape)
      if value.constant != nil { known.insert(tensor) }
      values.append(value)
    }
    for value in values where value.constant?.isSparse == true {
      try self.folding.take(byteCount: value.type.byteCount, limit: limits.memoryByteCount)
    }
  }

  private func value(
    _ entry: TensorEntry, _ tensor: Int, isComputed: Bool, shape: [Int]
  ) throws(ModelError) -> Graph.Value {
    // Packed 2-bit and 4-bit constants become bytes.
    let bitCount = model.constant(entry) == nil ? nil : entry.elementType.packedBitCount
    if bitCount != nil { try folding.check(byteCount: entry.elementCount, limit: limits.memoryByteCount) }
    let elementType = bitCount == nil ? entry.elementType : entry.elementType == .uint4 ? .uint8 : .int8
    let quantization = TensorQuantization(entry.quantization, of: elementType)
    do throws(OperatorError) {
      // A computed tensor's shape comes from its node, whatever the file says.
      if isComputed {
        let elementType = elementType.byteCount == nil ? .float32 : elementType
        return Graph.Value(name: entry.name, type: try TensorType(elementType, [], quantization: quantization))
      }
      let type = try TensorType(elementType, shape, quantization: quantization)
      guard !known.contains(tensor) else { return Graph.Value(name: entry.name, type: type) }
      if entry.isVariable {
        return Graph.Value(name: entry.name, type: type, state: .tensor(subgraph: subgraphIndex, index: tensor))
      }
      // A constant without elements has no data.
      guard let bytes = model.constant(entry) ?? (type.elementCount == 0 ? Bytes([]) : nil) else {
        return Graph.Value(name: entry.name, type: type)
      }
      if let bitCount {
        guard entry.sparsity == nil else { throw .elementTypeNotSupported(entry.elementType) }
        let constant = try ConstantTensor(type, packed: bytes, bitCount: bitCount)
        return try blocks(of: entry, constant) ?? Graph.Value(name: entry.name, type: type, constant: constant)
      }
      if let sparsity = entry.sparsity {
        return Graph.Value(
          name: entry.name, type: type, constant: ConstantTensor(type, bytes: bytes, sparsity: sparsity))
      }
      let constant = try ConstantTensor(type, bytes: bytes)
      return try blocks(of: entry, constant) ?? Graph.Value(name: entry.name, type: type, constant: constant)
    } catch {
      throw .tensor(subgraph: subgraphIndex, index: tensor, name: entry.name, error)
    }
  }

  /// The floats of a block-quantized constant; nil if it has one scale, or one per channel.
  private func blocks(of entry: TensorEntry, _ constant: ConstantTensor) throws(OperatorError) -> Graph.Value? {
    guard let blocks = entry.blockScales else {
      guard entry.quantization?.details != nil, constant.type.quantization == nil else { return nil }
      throw .quantization("the constant", expected: "one scale, or one for each channel or block")
    }
    guard [.int8, .uint8].contains(constant.type.elementType), !blocks.hasZeroPoints else {
      throw .quantization("the constant", expected: "integers of at most 8 bits with blocks that have no zero points")
    }
    let type = try TensorType(.float32, constant.type.shape)
    let bytes = model.buffers[blocks.bufferIndex]
    let stored = try TensorType(blocks.elementType, [type.elementCount / blocks.blockSize])
    var scales = try ConstantTensor(stored, bytes: bytes)
    switch blocks.elementType {
    case .float32: break
    case .float16: scales = ConstantTensor(try TensorType(.float32, stored.shape), halves: scales)
    default: throw .elementTypeNotSupported(blocks.elementType)
    }
    return Graph.Value(
      name: entry.name, type: type,
      constant: ConstantTensor(type, blocks: constant, scales: scales, blockSize: blocks.blockSize))
  }

  // MARK: Reading

  /// Reads nodes until a shape is unknown.
  ///
  /// - Returns: nil at the end of the subgraph.
  private mutating func read() throws(ModelError) -> Stop? {
    while position < subgraph.operators.count {
      try deadline?.check()
      let entry = subgraph.operators[position].entry
      let code = model.operatorCodes[entry.codeIndex]
      if let registered = operators.modelOperator(code) {
        try registered.read(entry, &self)
        position += 1
        continue
      }
      do throws(OperatorError) {
        try addNode(operators.operation(entry, code: code), entry)
      } catch {
        let failure = failure(error)
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

  private mutating func addNode(_ operation: any AnyOperation, _ entry: OperatorEntry) throws(OperatorError) {
    try checkInputs(entry) { operation.keepsState($0) }
    let entry = operation.keptType.map { addVariable($0, to: entry) } ?? entry
    let inputs = entry.inputs.map { $0 < 0 ? nil : $0 }
    var operation = operation
    if !entry.intermediates.isEmpty, operation.rounding(by: []) != nil {
      guard entry.intermediates.count <= FixedLimits.intermediateCount else {
        throw .value(name: "number of intermediates", entry.intermediates.count)
      }
      operation = operation.rounding(by: entry.intermediates.map { values[$0].type }) ?? operation
    }
    let operands = values.operands(inputs, entry.outputs)
    let inference = try inferences.inference(of: operation, entry.codeIndex, operands, inputs) {
      () throws(OperatorError) in try operation.inferLowered(operands, lowering)
    }
    if let weights = entry.inputs.indices.first(where: { isChanging(entry.inputs[$0]) && operation.packsWeights($0) }) {
      throw .inputNotConstant(weights)
    }
    guard inference.outputs.count == entry.outputs.count else {
      throw .outputCount(expected: inference.outputs.count, found: entry.outputs.count)
    }
    let types = inference.outputs
    for index in entry.outputs.indices { values[entry.outputs[index]].type = types[index] }
    add(inference, entry)
  }

  /// Checks that all inputs have a value; variables have one only for operators that may write them.
  private func checkInputs(
    _ entry: OperatorEntry, keepsState: (_ input: Int) -> Bool = { _ in false }
  ) throws(OperatorError) {
    guard entry.inputs.count <= FixedLimits.inputCount else {
      throw .inputCount(expected: 0...FixedLimits.inputCount, found: entry.inputs.count)
    }
    for input in entry.inputs.indices {
      let tensor = entry.inputs[input]
      guard tensor >= 0, !known.contains(tensor) else { continue }
      guard values[tensor].state == nil || !keepsState(input) else { continue }
      if case .variable = values[tensor].state { throw .elementTypeNotSupported(.resource) }
      throw .inputMissing(input)
    }
  }

  private func isChanging(_ tensor: Int) -> Bool {
    tensor >= 0 && values[tensor].constant == nil && (changing.contains(tensor) || values[tensor].state != nil)
  }

  /// Adds a node whose output types are known.
  mutating func add(_ inference: any Inference, _ entry: OperatorEntry) {
    known.formUnion(entry.outputs)
    if entry.inputs.contains(where: isChanging) { changing.formUnion(entry.outputs) }
    nodes.append(
      Graph.Node(
        index: subgraph.operators[position].index, inference: inference, inputs: entry.inputs.map { $0 < 0 ? nil : $0 },
        outputs: entry.outputs))
  }

  private func failure(_ error: OperatorError) -> ModelError {
    let use = subgraph.operators[position]
    return .node(
      subgraph: subgraphIndex, index: use.index, name: model.operatorCodes[use.entry.codeIndex].name, error)
  }

  /// The result of a check of the current operator.
  func checked<R>(_ body: () throws(OperatorError) -> R) throws(ModelError) -> R {
    do throws(OperatorError) { return try body() } catch { throw failure(error) }
  }

  // MARK: Variables

  /// Adds a variable of its own to an operator's inputs: the same one however often the operator is read.
  private mutating func addVariable(_ type: TensorType, to entry: OperatorEntry) -> OperatorEntry {
    let key = StateKey.tensor(subgraph: subgraphIndex, index: -1 - position)
    values.append(Graph.Value(name: "", type: type, state: key))
    return entry.applied(
      to: entry.inputs + [values.count - 1], outputs: entry.outputs, intermediates: entry.intermediates)
  }

  /// Makes an operator's output the handle of a variable.
  mutating func addHandle(of variable: StateKey, _ entry: OperatorEntry) throws(ModelError) {
    try checked { () throws(OperatorError) in
      guard entry.inputs.isEmpty else { throw .inputCount(expected: 0...0, found: entry.inputs.count) }
      guard entry.outputs.count == 1 else { throw .outputCount(expected: 1, found: entry.outputs.count) }
    }
    values[entry.outputs[0]].state = variable
  }

  /// Adds a node that reads or writes the variable of a handle, its first input.
  ///
  /// - Parameter variableType: the variable's type on first use; nil if the operands are wrong.
  mutating func addNode(
    _ operation: some NodeOperation, _ entry: OperatorEntry, variableType: TensorType?
  ) throws(ModelError) {
    do throws(OperatorError) {
      if let handle = entry.inputs.first, handle >= 0 {
        guard let variable = values[handle].state, case .variable = variable else { throw .inputNotVariable(0) }
        if let variableType { values[handle].type = scope.type(of: variable, orDefine: variableType) }
      }
      try addNode(OperationBox(operation), entry)
    } catch {
      throw failure(error)
    }
  }

  func declaredType(_ tensor: Int) throws(OperatorError) -> TensorType {
    try TensorType(subgraph.tensors[tensor].elementType, subgraph.tensors[tensor].shape)
  }

  func declaredTypes(_ tensors: [Int]) throws(OperatorError) -> [TensorType] {
    var types: [TensorType] = []
    for tensor in tensors { types.append(try declaredType(tensor)) }
    return types
  }

  /// Nil for a tensor without a value.
  func knownType(_ tensor: Int) -> TensorType? { known.contains(tensor) ? values[tensor].type : nil }

  // MARK: Calls

  /// The inputs of an operator, none of which may be absent.
  func operands(_ entry: OperatorEntry) throws(ModelError) -> [Operand] {
    try checked { () throws(OperatorError) in
      try checkInputs(entry)
      if let absent = entry.inputs.firstIndex(where: { $0 < 0 }) { throw .inputMissing(absent) }
      return entry.inputs.map { Operand(values[$0].type, constant: values[$0].constant) }
    }
  }

  /// Sets an operator's output types, with the file's quantization.
  mutating func setOutputs(_ entry: OperatorEntry, _ types: [TensorType]) throws(ModelError) -> [TensorType] {
    var outputs: [TensorType] = []
    let declared = entry.outputs.map { values[$0].type.quantization }
    try checked { () throws(OperatorError) in
      guard types.count == declared.count else {
        throw .outputCount(expected: types.count, found: declared.count)
      }
      for (type, quantization) in zip(types, declared) {
        outputs.append(try TensorType(type.elementType, type.shape, quantization: quantization))
      }
    }
    for (output, type) in zip(entry.outputs, outputs) { values[output].type = type }
    return outputs
  }

  /// Reads a subgraph that the operator calls.
  ///
  /// - Parameters:
  ///   - arguments: the subgraph's inputs; those with a value become constants.
  ///   - firstOperand: the index of the first argument in the operator's operands.
  mutating func call(_ index: Int, _ arguments: [Operand], firstOperand: Int = 0) throws(ModelError) -> CalledGraph {
    var scope = scope
    var shapes: [Int: [Int]] = [:]
    try checked { () throws(OperatorError) in
      try scope.enterCall(index, of: model)
      let called = model.subgraphs[index]
      guard called.inputs.count == arguments.count, Set(called.inputs).count == arguments.count else {
        throw .subgraph(index, reason: "has inputs \(called.inputs.prefix(9)), expected \(arguments.count)")
      }
      for (input, (tensor, argument)) in zip(called.inputs, arguments).enumerated() {
        guard called.tensors[tensor].elementType == argument.type.elementType else {
          throw .inputType(
            input: input + firstOperand, expected: [called.tensors[tensor].elementType],
            found: argument.type.elementType)
        }
        shapes[tensor] = argument.type.shape
      }
    }
    var reader = try GraphReader(
      model, subgraph: index, inputShapes: shapes, options: options, deadline: deadline, scope: scope,
      folding: folding)
    let inputs = reader.inputs
    for (tensor, argument) in zip(inputs, arguments) { reader.set(tensor, to: argument.constant) }
    let (graph, rest) = try reader.readStage()
    folding = graph.folding
    self.scope = reader.scope
    self.scope.leave()
    let places = inputs.firstPlaces
    return CalledGraph(
      index: index, graph: graph, rest: rest, operands: graph.inputs.compactMap { places[$0].map { $0 + firstOperand } }
    )
  }

  private mutating func set(_ input: Int, to constant: ConstantTensor?) {
    guard let constant else { return }
    values[input].constant = constant
    inputs.removeAll { $0 == input }
  }

  /// Whether a subgraph's output is its input of the same index.
  func passesOn(_ index: Int, in subgraph: Int) -> Bool {
    guard model.subgraphs.indices.contains(subgraph) else { return false }
    let (inputs, outputs) = (model.subgraphs[subgraph].inputs, model.subgraphs[subgraph].outputs)
    return inputs.indices.contains(index) && outputs.indices.contains(index) && inputs[index] == outputs[index]
  }

  // MARK: Folding

  /// Folds constants. Nodes that were tried are skipped, since nothing new is known about their inputs.
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

  /// Reads on until a shape is unknown; also returns the rest then.
  mutating func readStage() throws(ModelError) -> (graph: Graph, rest: GraphContinuation?) {
    let stop = try read()
    let graph = takeStage(needed: stop?.tensor)
    guard let stop, let place = graph.outputs.firstIndex(of: stop.tensor) else { return (graph, nil) }
    return (graph, GraphContinuation(self, needed: stop.tensor, place: place))
  }

  /// Reads all nodes.
  ///
  /// - Throws: the fault of a node whose shape depends on values, and what reading throws.
  mutating func readAll() throws(ModelError) -> Graph {
    if let stop = try read() { throw stop.error }
    return takeStage()
  }

  /// The nodes since the last stage as a graph. Its outputs are the subgraph's at the end, and before that all values
  /// read later, including `needed`, which are the next stage's inputs.
  @inline(never)
  private mutating func takeStage(needed: Int? = nil) -> Graph {
    defer { (nodes, triedCount) = ([], 0) }
    guard let needed else {
      // The graph now owns the only copy of the values.
      defer { values = [] }
      return graph(outputs: subgraph.outputs)
    }
    // Whatever later nodes read was an input of this stage or is computed in it.
    let candidates = inputs + nodes.flatMap { $0.outputs } + [needed]
    let live = Set(candidates).filter { tensor in
      guard values[tensor].constant == nil else { return false }
      return tensor == needed || (lastUses.indices.contains(tensor) && lastUses[tensor] >= position)
    }.sorted()
    let stage = graph(outputs: live)
    inputs = live
    return stage
  }

  /// Makes the computed value of `tensor` a constant, and returns its memory.
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
