import TFLiteFormat

/// What the readers of a model's subgraphs have in common while one calls another.
struct ReadingScope: Sendable {
  /// The types of the variables that have been read or assigned so far.
  private(set) var variables: [StateKey: TensorType] = [:]
  /// The subgraphs that are being read: the caller's, the one that it calls, and so on.
  private(set) var stack: [Int] = []
  /// What is copied of the called subgraphs for each call: operators with their operands, tensors with their scales.
  private var calledSize = 0
  private var callCount = 0

  /// The scope of a subgraph that nothing calls.
  init(reading index: Int) {
    stack = [index]
  }

  /// The type of a variable: the first one that is given for it.
  mutating func type(of variable: StateKey, orDefine type: TensorType) -> TensorType {
    if let known = variables[variable] { return known }
    variables[variable] = type
    return type
  }

  /// Enters a subgraph that is called, or put in the place of an operator.
  ///
  /// - Throws: `OperatorError.subgraph` if there is none, if it is being read already, if it is called too deeply, or
  ///   if all such subgraphs together are too large.
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

  /// The same for a subgraph that has a session of its own.
  mutating func enterCall(_ index: Int, of model: Model) throws(OperatorError) {
    callCount += 1
    guard callCount <= FixedLimits.callCount else { throw .subgraph(index, reason: "is one call too many") }
    try enter(index, of: model)
  }

  /// Leaves the subgraph that was entered last.
  mutating func leave() { stack.removeLast() }
}
