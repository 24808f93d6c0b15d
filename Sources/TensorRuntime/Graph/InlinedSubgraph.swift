import TFLiteFormat

/// A subgraph with each STABLEHLO_COMPOSITE replaced by its decomposition, and each operator with a ``Decision`` by
/// what was decided.
///
///     tensors    | of the subgraph | of the first decomposition | of the second one | …
///     operators  | 0 | 1: those of the decomposition of operator 1 | 2 | …
struct InlinedSubgraph: Sendable {
  /// An operator and its index in the model: the composite's for operators of a decomposition.
  struct Use: Sendable {
    let index: Int
    let entry: OperatorEntry
    var decision: Decision?
  }

  private(set) var tensors: [TensorEntry]
  let inputs: [Int]
  private(set) var outputs: [Int]
  private(set) var operators: [Use] = []
  /// Replacements of tensors that decompositions only pass on.
  private var passedOn: [Int: Int] = [:]
  /// The states of operators of other subgraphs, by tensor.
  private(set) var states: [Int: StateKey] = [:]

  /// Replaces all composites, including nested ones.
  ///
  /// - Throws: `ModelError.node` for a composite whose decomposition cannot take its place.
  init(_ model: Model, _ index: Int, scope: inout ReadingScope) throws(ModelError) {
    let subgraph = model.subgraphs[index]
    (tensors, inputs, outputs) = (subgraph.tensors, subgraph.inputs, subgraph.outputs)
    for (place, entry) in subgraph.operators.enumerated() {
      do throws(OperatorError) {
        try add(entry, at: place, of: model, &scope)
      } catch {
        throw .node(subgraph: index, index: place, name: Composite.tfliteName, error)
      }
    }
    outputs = outputs.map(source)
  }

  /// The tensor itself, unless a decomposition only passes it on.
  private func source(of tensor: Int) -> Int {
    var tensor = tensor
    while let next = passedOn[tensor] { tensor = next }
    return tensor
  }

  private mutating func add(
    _ entry: OperatorEntry, at place: Int, of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    let entry = passedOn.isEmpty ? entry : entry.reading(entry.inputs.map(source))
    guard let composite = try Composite(entry, code: model.operatorCodes[entry.codeIndex]) else {
      operators.append(Use(index: place, entry: entry))
      return
    }
    try add(composite.decomposition, inputs: entry.inputs, outputs: entry.outputs, at: place, of: model, &scope)
  }

  /// Adds another subgraph's operators, which read and write these tensors.
  private mutating func add(
    _ index: Int, inputs: [Int], outputs: [Int], at place: Int, of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    try scope.enter(index, of: model)
    defer { scope.leave() }
    let inner = model.subgraphs[index]
    guard inputs.count == inner.inputs.count, Set(inner.inputs).count == inputs.count else {
      throw .inputCount(expected: inner.inputs.count...inner.inputs.count, found: inputs.count)
    }
    guard outputs.count == inner.outputs.count else {
      throw .outputCount(expected: inner.outputs.count, found: outputs.count)
    }
    let first = tensors.count
    tensors += inner.tensors
    for (tensor, entry) in inner.tensors.enumerated() where entry.isVariable {
      states[first + tensor] = .tensor(subgraph: index, index: tensor)
    }
    // The new indices of the subgraph's tensors.
    var places = Array(first..<tensors.count)
    for (tensor, input) in zip(inner.inputs, inputs) { places[tensor] = input }
    let computed = Set(inner.operators.flatMap { $0.outputs })
    for (place, (tensor, output)) in zip(inner.outputs, outputs).enumerated() {
      if computed.contains(tensor), places[tensor] == first + tensor {
        places[tensor] = output
      } else {
        guard places[tensor] >= 0 else { throw .inputMissing(inner.inputs.firstIndex(of: tensor) ?? place) }
        passedOn[output] = places[tensor]
      }
    }
    for operation in inner.operators {
      for tensor in operation.intermediates where places[tensor] < 0 {
        throw .inputMissing(inner.inputs.firstIndex(of: tensor) ?? 0)
      }
      let moved = operation.applied(
        to: operation.inputs.map { $0 < 0 ? $0 : places[$0] }, outputs: operation.outputs.map { places[$0] },
        intermediates: operation.intermediates.map { places[$0] })
      try add(moved, at: place, of: model, &scope)
    }
  }

  /// Leaves out outputs that are none of a graph's values.
  mutating func removeOutputs(_ handles: [Int: StateKey]) {
    if !handles.isEmpty { outputs.removeAll { handles[$0] != nil } }
  }

  /// The outputs' types as declared; nil if an extent is open, or no tensor can have such a type.
  var declaredOutputs: [TensorType]? {
    var types: [TensorType] = []
    for output in outputs {
      let (entry, isOpen) = (tensors[output], { (extent: Int) in extent < 0 })
      guard !entry.shape.contains(where: isOpen), entry.shapeSignature?.contains(where: isOpen) != true,
        let type = try? TensorType(entry.elementType, entry.shape)
      else { return nil }
      types.append(type)
    }
    return types
  }

  // MARK: Decisions

  /// Adds tensors without a use, for values that are none of the file's.
  mutating func addPlaces(upTo count: Int) {
    guard let entry = tensors.first else { return }
    while tensors.count < count { tensors.append(entry) }
  }

  /// Reads the operator at `position` later, when what `decision` needs is known.
  mutating func postpone(_ position: Int, for decision: Decision) {
    operators[position].decision = decision
  }

  /// Puts a loop's condition in front of it, which decides whether there is an iteration.
  mutating func beginLoop(
    at position: Int, condition: Int, body: Int, of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    try replace(position) { (inlined, use) throws(OperatorError) in
      try inlined.addIteration(of: use, condition: condition, body: body, on: use.entry.inputs, of: model, &scope)
    }
  }

  /// Puts what was decided in an operator's place: a branch, or an iteration and the loop again.
  mutating func decide(
    _ isTrue: Bool, at position: Int, of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    guard let decision = operators[position].decision else { return }
    try scope.countDecision()
    try replace(position) { (inlined, use) throws(OperatorError) in
      let (inputs, outputs) = (use.entry.inputs, use.entry.outputs)
      switch decision.kind {
      case .branch(let first, let second):
        try inlined.add(
          isTrue ? first : second, inputs: Array(inputs.dropFirst()), outputs: outputs, at: use.index, of: model, &scope
        )
      case .iteration(let condition, let body):
        guard isTrue else {
          for (output, input) in zip(outputs, inputs) { inlined.passedOn[output] = input }
          return
        }
        let state = outputs.map { inlined.addCopy(of: inlined.tensors[$0]) }
        try inlined.add(body, inputs: inputs, outputs: state, at: use.index, of: model, &scope)
        try inlined.addIteration(
          of: use, condition: condition, body: body, on: state.map(inlined.source), of: model, &scope)
      }
    }
  }

  /// Adds a loop's condition, and the loop with this state.
  private mutating func addIteration(
    of use: Use, condition: Int, body: Int, on state: [Int], of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    let called = model.subgraphs[condition]
    let truths = called.outputs.map { addCopy(of: called.tensors[$0]) }
    try add(condition, inputs: state, outputs: truths, at: use.index, of: model, &scope)
    guard truths.count == 1 else { throw CalledGraph.notCondition(condition) }
    operators.append(
      Use(
        index: use.index, entry: use.entry.reading(state),
        decision: Decision(tensor: source(of: truths[0]), kind: .iteration(condition: condition, body: body))))
  }

  private mutating func addCopy(of entry: TensorEntry) -> Int {
    tensors.append(entry)
    return tensors.count - 1
  }

  /// Replaces the operator at `position` by those that `body` adds.
  private mutating func replace(
    _ position: Int, by body: (inout InlinedSubgraph, Use) throws(OperatorError) -> Void
  ) throws(OperatorError) {
    let use = operators[position]
    let later = Array(operators[(position + 1)...])
    operators.removeSubrange(position...)
    try body(&self, use)
    for use in later {
      operators.append(
        Use(
          index: use.index, entry: use.entry.reading(use.entry.inputs.map(source)),
          decision: use.decision))
    }
    outputs = outputs.map(source)
  }
}

/// What an operator becomes once a Boolean is known.
struct Decision: Sendable {
  enum Kind: Sendable {
    /// The first subgraph if the Boolean is true, otherwise the second.
    case branch(Int, Int)
    /// The body and the loop again if the Boolean, the condition's output, is true; otherwise the state is passed on.
    case iteration(condition: Int, body: Int)
  }

  /// The Boolean.
  let tensor: Int
  let kind: Kind
}
