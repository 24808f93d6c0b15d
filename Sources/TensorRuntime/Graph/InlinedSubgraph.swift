import TFLiteFormat

/// A subgraph with each STABLEHLO_COMPOSITE replaced by its decomposition.
///
///     tensors    | of the subgraph | of the first decomposition | of the second one | …
///     operators  | 0 | 1: those of the decomposition of operator 1 | 2 | …
struct InlinedSubgraph: Sendable {
  /// An operator and its index in the model: the composite's for operators of a decomposition.
  struct Use: Sendable {
    let index: Int
    let entry: OperatorEntry
  }

  private(set) var tensors: [TensorEntry]
  let inputs: [Int]
  private(set) var outputs: [Int]
  private(set) var operators: [Use] = []
  /// Replacements of tensors that decompositions only pass on.
  private var passedOn: [Int: Int] = [:]

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
    let inputs = passedOn.isEmpty ? entry.inputs : entry.inputs.map(source)
    guard let composite = try Composite(entry, code: model.operatorCodes[entry.codeIndex]) else {
      operators.append(
        Use(
          index: place,
          entry: entry.applied(to: inputs, outputs: entry.outputs, intermediates: entry.intermediates)))
      return
    }
    try scope.enter(composite.decomposition, of: model)
    defer { scope.leave() }
    let inner = model.subgraphs[composite.decomposition]
    guard inputs.count == inner.inputs.count else {
      throw .inputCount(expected: inner.inputs.count...inner.inputs.count, found: inputs.count)
    }
    guard entry.outputs.count == inner.outputs.count else {
      throw .outputCount(expected: inner.outputs.count, found: entry.outputs.count)
    }
    let first = tensors.count
    tensors += inner.tensors
    // The new indices of the decomposition's tensors.
    var places = Array(first..<tensors.count)
    for (tensor, input) in zip(inner.inputs, inputs) { places[tensor] = input }
    let computed = Set(inner.operators.flatMap { $0.outputs })
    for (place, (tensor, output)) in zip(inner.outputs, entry.outputs).enumerated() {
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
}
