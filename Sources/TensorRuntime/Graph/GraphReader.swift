import TFLiteFormat

/// Reads a subgraph of a verified model node by node: parses operators and infers shapes.
///
/// Reading stops where a shape or packed weights depend on a computed value. The nodes so far form a stage that can
/// run; with its value, reading continues.
struct GraphReader {
  let model: Model
  private(set) var subgraph: InlinedSubgraph
  let subgraphIndex: Int
  private let operators: OperatorSet
  private let options: PlanOptions
  let limits: ModelLimits
  /// Of the pass before folding.
  private let lowering: Lowering
  /// The model's variables, and the subgraphs being read.
  private var scope: ReadingScope
  var deadline: Deadline?
  /// The tensors, followed by those that folding added for quantized forms.
  private(set) var values: [Graph.Value] = []
  /// The current stage's nodes.
  private var nodes: [Graph.Node] = []
  /// The values that the stage's caller sets.
  private(set) var inputs: [Int]
  /// Tensors that have a value before the next node.
  private(set) var known: Set<Int>
  /// Those of them that depend on the values of the graph's inputs and of variables.
  private var changing: Set<Int>
  /// The last operator that reads each tensor; the operator count for the subgraph's outputs, -1 for none.
  private var lastUses: [Int] = []
  private(set) var position = 0
  private(set) var folding = FoldingBudget()
  private var triedCount = 0
  private var inferences = KnownInferences()

  /// Approximate bytes of the list of tensors, without their values.
  var memoryByteCount: Int {
    values.count * 2 * MemoryLayout<Graph.Value>.stride
      + subgraph.operators.count * MemoryLayout<InlinedSubgraph.Use>.stride
  }

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
  ///   - handles: the inputs that are handles of variables, by tensor.
  ///   - scope: the calling subgraph's, after it has entered this one.
  ///   - folding: the calling subgraph's.
  /// - Throws: `ModelError.unsupportedOperators` naming all missing operators, or the fault of a tensor.
  init(
    _ model: Model, subgraph index: Int, inputShapes: [Int: [Int]], handles: [Int: StateKey] = [:],
    options: PlanOptions, deadline: Deadline?, scope callingScope: ReadingScope? = nil,
    folding: FoldingBudget = FoldingBudget()
  ) throws(ModelError) {
    guard index >= 0, index < model.subgraphs.count else { throw .noSubgraph(index) }
    self.model = model
    self.options = options
    self.folding = folding
    scope = callingScope ?? ReadingScope(reading: index)
    subgraph = try InlinedSubgraph(model, index, scope: &scope)
    subgraph.removeOutputs(handles)
    subgraphIndex = index
    operators = OperatorSet(custom: options.customOperators)
    limits = options.remainingLimits
    lowering = Lowering(tensorByteCount: limits.tensorByteCount, requested: try options.resolvedProvider())
    self.deadline = deadline
    inputs = subgraph.inputs.filter { handles[$0] == nil }
    known = Set(inputs)
    changing = known
    try addValues(inputShapes, handles)
  }

  /// Adds the values of the subgraph's tensors that have none yet.
  private mutating func addValues(
    _ inputShapes: [Int: [Int]] = [:], _ handles: [Int: StateKey] = [:]
  ) throws(ModelError) {
    lastUses = [Int](repeating: -1, count: subgraph.tensors.count)
    for number in subgraph.operators.indices {
      for tensor in subgraph.operators[number].entry.inputs where tensor >= 0 { lastUses[tensor] = number }
    }
    for tensor in subgraph.outputs { lastUses[tensor] = subgraph.operators.count }
    try operators.check(model, subgraph)
    let computed = Set(subgraph.operators[position...].flatMap { $0.entry.outputs })
    for tensor in values.count..<subgraph.tensors.count {
      let entry = subgraph.tensors[tensor]
      if tensor.isMultiple(of: 1024) { try deadline?.check() }
      let value = try value(
        entry, tensor, isComputed: computed.contains(tensor), shape: inputShapes[tensor] ?? entry.shape,
        handle: handles[tensor])
      if let constant = value.constant {
        known.insert(tensor)
        if constant.isSparse { try folding.take(byteCount: value.type.byteCount, limit: limits.memoryByteCount) }
      }
      values.append(value)
    }
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
      if let decision = subgraph.operators[position].decision {
        if let stop = try decide(decision) { return stop }
        continue
      }
      if let registered = operators.modelOperator(code) {
        let before = subgraph.operators.count
        try registered.read(entry, &self)
        if subgraph.operators.count == before, subgraph.operators[position].decision == nil { position += 1 }
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
        if let stop = try stop(for: tensor, failure) { return stop }
        continue
      }
      position += 1
    }
    for output in subgraph.outputs where !known.contains(output) {
      throw .outputWithoutValue(index: output, name: values[output].name)
    }
    return nil
  }

  /// Nil if the value follows from constants and shapes alone.
  private mutating func stop(for tensor: Int, _ error: ModelError) throws(ModelError) -> Stop? {
    try fold()
    return values[tensor].constant == nil ? Stop(tensor: tensor, error: error) : nil
  }

  private mutating func addNode(_ operation: any AnyOperation, _ entry: OperatorEntry) throws(OperatorError) {
    try checkInputs(entry) { operation.keepsState($0) }
    try checkPackedOutputs(entry)
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
      () throws(OperatorError) in
      try operation.inferLowered(operands, Lowering(tensorByteCount: limits.tensorByteCount))
    }
    if let weights = entry.inputs.indices.first(where: { isChanging(entry.inputs[$0]) && operation.packsWeights($0) }) {
      throw .inputNotConstant(weights)
    }
    guard inference.outputs.count == entry.outputs.count else {
      throw .outputCount(expected: inference.outputs.count, found: entry.outputs.count)
    }
    let types = inference.outputs
    for (type, output) in zip(types, entry.outputs) {
      // Integers that are moved may get a scale, as TFLite's do.
      values[output].type = try type.scaled(like: values[output].type)
    }
    add(inference, entry)
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
    let origin = subgraph.operators[position].origin
    let key = StateKey.tensor(subgraph: origin.subgraph, index: -1 - origin.index)
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

  /// Nil for a tensor without a value.
  func knownType(_ tensor: Int) -> TensorType? { known.contains(tensor) ? values[tensor].type : nil }

  // MARK: Calls

  /// The inputs of an operator, none of which may be absent.
  func arguments(_ entry: OperatorEntry) throws(ModelError) -> [SubgraphArgument] {
    try checked { () throws(OperatorError) in
      try checkInputs(entry) { isHandle(entry.inputs[$0]) }
      if let absent = entry.inputs.firstIndex(where: { $0 < 0 }) { throw .inputMissing(absent) }
      return entry.inputs.map { tensor in
        if isHandle(tensor), let variable = values[tensor].state { return .handle(variable) }
        return .value(Operand(values[tensor].type, constant: values[tensor].constant))
      }
    }
  }

  private func isHandle(_ tensor: Int) -> Bool {
    if tensor >= 0, case .variable = values[tensor].state { true } else { false }
  }

  /// The operator without handles; its outputs at the same places, if any, become the same handles.
  mutating func withoutHandles(_ entry: OperatorEntry, outputs: Bool) -> OperatorEntry {
    let places = entry.inputs.indices.filter { isHandle(entry.inputs[$0]) }
    guard !places.isEmpty else { return entry }
    if outputs {
      for place in places where entry.outputs.indices.contains(place) {
        values[entry.outputs[place]].state = values[entry.inputs[place]].state
      }
    }
    func left(_ tensors: [Int]) -> [Int] { tensors.indices.filter { !places.contains($0) }.map { tensors[$0] } }
    return entry.applied(
      to: left(entry.inputs), outputs: outputs ? left(entry.outputs) : entry.outputs, intermediates: entry.intermediates
    )
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
  ///   - firstOperand: the index of the first argument in the operator's operands without handles.
  mutating func call(_ index: Int, _ arguments: [SubgraphArgument], firstOperand: Int = 0) throws(ModelError)
    -> CalledGraph
  {
    var scope = scope
    var shapes: [Int: [Int]] = [:]
    var handles: [Int: StateKey] = [:]
    try checked { () throws(OperatorError) in
      try scope.enterCall(index, of: model)
      let called = model.subgraphs[index]
      guard called.inputs.count == arguments.count, Set(called.inputs).count == arguments.count else {
        throw .subgraph(index, reason: "has inputs \(called.inputs.prefix(9)), expected \(arguments.count)")
      }
      for (input, (tensor, argument)) in zip(called.inputs, arguments).enumerated() {
        let found: ElementType
        switch argument {
        case .value(let operand): (found, shapes[tensor]) = (operand.type.elementType, operand.type.shape)
        case .handle(let variable): (found, handles[tensor]) = (.resource, variable)
        }
        guard called.tensors[tensor].elementType == found else {
          throw .inputType(
            input: input + firstOperand, expected: [called.tensors[tensor].elementType], found: found)
        }
      }
    }
    var reader = try GraphReader(
      model, subgraph: index, inputShapes: shapes, handles: handles, options: options, deadline: deadline,
      scope: scope, folding: folding)
    let inputs = reader.inputs
    let (declared, hasOpenInputs) = (reader.subgraph.declaredOutputs, reader.subgraph.hasOpenInputs)
    for (tensor, operand) in zip(inputs, arguments.compactMap { $0.value }) {
      reader.set(tensor, to: operand.constant)
    }
    let (graph, rest) = try reader.readStage()
    folding = graph.folding
    self.scope = reader.scope
    self.scope.leave()
    let places = inputs.firstPlaces
    return CalledGraph(
      index: index, graph: graph, rest: rest,
      operands: graph.inputs.compactMap { places[$0].map { $0 + firstOperand } },
      declared: declared, hasOpenInputs: hasOpenInputs)
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

  // MARK: Decisions

  /// Reads the current operator when what `decision` needs is known.
  mutating func postpone(for decision: Decision) {
    scope.discardCalls(2)
    subgraph.postpone(position, for: decision)
  }

  /// Reads the current operator, a loop, iteration by iteration.
  mutating func beginLoop(condition: Int, body: Int) throws(ModelError) {
    scope.discardCalls(2)
    try inline { (subgraph, position, model, scope) throws(OperatorError) in
      try subgraph.beginLoop(at: position, condition: condition, body: body, of: model, &scope)
    }
  }

  /// Puts what is decided in the current operator's place; a stop if the value is not known.
  private mutating func decide(_ decision: Decision) throws(ModelError) -> Stop? {
    let tensor = decision.tensor
    let fault = OperatorError.inputNotConstant(0)
    guard let constant = values[tensor].constant else {
      guard known.contains(tensor) else { throw failure(fault) }
      return try stop(for: tensor, failure(fault))
    }
    guard constant.type.elementType == .bool, constant.type.elementCount == 1 else {
      guard case .iteration(let condition, _) = decision.kind else {
        throw failure(.inputShape(input: 0, expected: "one Boolean", found: constant.type.shape))
      }
      throw failure(CalledGraph.notCondition(condition))
    }
    let isTrue = constant.withUnsafeBytes { $0.first != 0 }
    try inline { (subgraph, position, model, scope) throws(OperatorError) in
      try subgraph.decide(isTrue, at: position, of: model, &scope)
    }
    return nil
  }

  private mutating func inline(
    _ body: (inout InlinedSubgraph, Int, Model, inout ReadingScope) throws(OperatorError) -> Void
  ) throws(ModelError) {
    subgraph.addPlaces(upTo: values.count)
    do throws(OperatorError) {
      try body(&subgraph, position, model, &scope)
    } catch {
      throw failure(error)
    }
    try addValues()
  }

  // MARK: Folding

  /// Folds constants. Nodes that were tried are skipped, since nothing new is known about their inputs.
  private mutating func fold() throws(ModelError) {
    var graph = graph(outputs: subgraph.outputs)
    graph.nodes = Array(nodes[triedCount...])
    // The graph now owns the only copy, so it changes in place.
    values = []
    try graph.lowerQuantization(lowering, deadline: deadline)
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
