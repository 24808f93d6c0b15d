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
    /// The subgraph in which it is in the file, and its index there.
    let origin: (subgraph: Int, index: Int)
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
        try add(entry, at: place, from: (index, place), of: model, &scope)
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
    _ entry: OperatorEntry, at place: Int, from origin: (subgraph: Int, index: Int), of model: Model,
    _ scope: inout ReadingScope
  ) throws(OperatorError) {
    let entry = passedOn.isEmpty ? entry : entry.reading(entry.inputs.map(source))
    guard let composite = try Composite(entry, code: model.operatorCodes[entry.codeIndex]) else {
      operators.append(Use(index: place, origin: origin, entry: entry))
      return
    }
    try add(composite.decomposition, on: entry.inputs, writing: entry.outputs, at: place, of: model, &scope)
  }

  /// Adds another subgraph's operators.
  ///
  /// - Parameters:
  ///   - inputs: the tensors that they read as the subgraph's inputs.
  ///   - outputs: the tensors that they write instead of the subgraph's outputs; nil for those themselves.
  /// - Returns: the tensors with the subgraph's outputs.
  @discardableResult
  private mutating func add(
    _ index: Int, on inputs: [Int], writing outputs: [Int]? = nil, at place: Int, of model: Model,
    _ scope: inout ReadingScope
  ) throws(OperatorError) -> [Int] {
    try scope.enter(index, of: model)
    defer { scope.leave() }
    let inner = model.subgraphs[index]
    guard inputs.count == inner.inputs.count, Set(inner.inputs).count == inputs.count else {
      throw .inputCount(expected: inner.inputs.count...inner.inputs.count, found: inputs.count)
    }
    if let outputs, outputs.count != inner.outputs.count {
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
    for (place, tensor) in inner.outputs.enumerated() {
      let output = outputs?[place]
      if let output, computed.contains(tensor), places[tensor] == first + tensor {
        places[tensor] = output
        continue
      }
      guard places[tensor] >= 0 else { throw .inputMissing(inner.inputs.firstIndex(of: tensor) ?? place) }
      if let output { passedOn[output] = places[tensor] }
    }
    for (number, operation) in inner.operators.enumerated() {
      for tensor in operation.intermediates where places[tensor] < 0 {
        throw .inputMissing(inner.inputs.firstIndex(of: tensor) ?? 0)
      }
      let moved = operation.applied(
        to: operation.inputs.map { $0 < 0 ? $0 : places[$0] }, outputs: operation.outputs.map { places[$0] },
        intermediates: operation.intermediates.map { places[$0] })
      try add(moved, at: place, from: (index, number), of: model, &scope)
    }
    return inner.outputs.map { source(of: places[$0]) }
  }

  /// Leaves out outputs that are none of a graph's values.
  mutating func removeOutputs(_ handles: [Int: StateKey]) {
    if !handles.isEmpty { outputs.removeAll { handles[$0] != nil } }
  }

  /// Whether an input has an extent that the file leaves open.
  var hasOpenInputs: Bool { inputs.contains { tensors[$0].isOpen } }

  /// The outputs' types as declared; nil if an extent is open, or no tensor can have such a type.
  var declaredOutputs: [TensorType]? {
    var types: [TensorType] = []
    for output in outputs {
      let entry = tensors[output]
      guard !entry.isOpen, let type = try? TensorType(entry.elementType, entry.shape) else { return nil }
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
      let results: [Int]
      switch decision.kind {
      case .branch(let first, let second):
        results = try inlined.add(
          isTrue ? first : second, on: Array(inputs.dropFirst()), at: use.index, of: model, &scope)
      case .iteration(let condition, let body):
        if isTrue {
          let state = try inlined.add(body, on: inputs, at: use.index, of: model, &scope)
          return try inlined.addIteration(of: use, condition: condition, body: body, on: state, of: model, &scope)
        }
        results = inputs
      }
      guard results.count == outputs.count else {
        throw .outputCount(expected: results.count, found: outputs.count)
      }
      for (output, result) in zip(outputs, results) { inlined.passedOn[output] = result }
    }
  }

  /// Adds a loop's condition, and the loop with this state.
  private mutating func addIteration(
    of use: Use, condition: Int, body: Int, on state: [Int], of model: Model, _ scope: inout ReadingScope
  ) throws(OperatorError) {
    let truths = try add(condition, on: state, at: use.index, of: model, &scope)
    guard truths.count == 1 else { throw CalledGraph.notCondition(condition) }
    operators.append(
      Use(
        index: use.index, origin: use.origin, entry: use.entry.reading(state),
        decision: Decision(tensor: truths[0], kind: .iteration(condition: condition, body: body))))
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
      guard use.entry.inputs.contains(where: { passedOn[$0] != nil }) else {
        operators.append(use)
        continue
      }
      let entry = use.entry.reading(use.entry.inputs.map(source))
      operators.append(Use(index: use.index, origin: use.origin, entry: entry, decision: use.decision))
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

extension TensorEntry {
  /// Whether the file leaves an extent open.
  fileprivate var isOpen: Bool {
    shape.contains { $0 < 0 } || shapeSignature?.contains { $0 < 0 } == true
  }
}
