import TFLiteFormat

/// Shared by the readers of a model's subgraphs.
struct ReadingScope: Sendable {
  /// The types of the variables used so far.
  private(set) var variables: [StateKey: TensorType] = [:]
  /// The subgraphs being read, from caller to called.
  private(set) var stack: [Int] = []
  /// The size of all called subgraphs, counted once per call: operators with operands, tensors with scales.
  private var calledSize = 0
  private var callCount = 0
  private var decisionCount = 0

  init(reading index: Int) {
    stack = [index]
  }

  /// The type of a variable, defined by its first use.
  mutating func type(of variable: StateKey, orDefine type: TensorType) -> TensorType {
    if let known = variables[variable] { return known }
    variables[variable] = type
    return type
  }

  /// Enters a subgraph that is called, or replaces an operator.
  ///
  /// - Throws: `OperatorError.subgraph` if it does not exist, is recursive, or is nested too deeply, or if all such
  ///   subgraphs together are too large.
  mutating func enter(_ index: Int, of model: Model) throws(OperatorError) {
    guard model.subgraphs.indices.contains(index) else { throw .subgraph(index, reason: "does not exist") }
    guard !stack.contains(index) else { throw .subgraph(index, reason: "calls itself") }
    guard stack.count < FixedLimits.callDepth else {
      throw .subgraph(index, reason: "is called from too many subgraphs, one inside the other")
    }
    let subgraph = model.subgraphs[index]
    calledSize += 1 + subgraph.inputs.count + subgraph.outputs.count
    calledSize += subgraph.operators.reduce(0) { $0 + 1 + $1.inputs.count + $1.outputs.count + $1.intermediates.count }
    calledSize += subgraph.tensors.reduce(0) { $0 + 1 + ($1.quantization?.scale.count ?? 0) }
    guard calledSize <= FixedLimits.calledSize else {
      throw .subgraph(index, reason: "and all others that are called have too many operators, operands and tensors")
    }
    stack.append(index)
  }

  /// The same for a subgraph with a session of its own.
  mutating func enterCall(_ index: Int, of model: Model) throws(OperatorError) {
    callCount += 1
    guard callCount <= FixedLimits.callCount else { throw .subgraph(index, reason: "is one call too many") }
    try enter(index, of: model)
  }

  /// Takes back calls of subgraphs that are read in place instead.
  mutating func discardCalls(_ count: Int) { callCount -= count }

  /// Counts a branch or an iteration that is read in an operator's place.
  mutating func countDecision() throws(OperatorError) {
    decisionCount += 1
    guard decisionCount <= FixedLimits.decisionCount else {
      throw .value(name: "number of branches and iterations whose shapes differ", decisionCount)
    }
  }

  mutating func leave() { stack.removeLast() }
}
