import TFLiteFormat
import TensorKernels

extension Graph {
  /// Computes every node whose inputs are known, once, and keeps its results as constants. Half-precision weights are only
  /// marked as floats; each kernel converts its own.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results together take more than `limit` bytes.
  package mutating func foldConstants(limit: Int = .max) throws(ModelError) {
    var folding = ConstantFolding(limit: limit)
    var kept: [Node] = []
    for node in nodes {
      if try !folding.fold(node, in: &self) { kept.append(node) }
    }
    nodes = kept
  }
}

/// Computes nodes while a graph is read, so that a shape that the model computes is known to the operator that takes it.
struct ConstantFolding {
  /// Bytes that all results together may take.
  let limit: Int
  private var byteCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Makes the results of a node constants of the graph; false if they depend on what is known only at run time.
  mutating func fold(_ node: Graph.Node, in graph: inout Graph) throws(ModelError) -> Bool {
    do throws(OperatorError) {
      if let results = try node.operation.knownOutputs(for: graph.operands(of: node)) {
        for (output, result) in zip(node.outputs, results) { graph.values[output].constant = result }
        return true
      }
    } catch {
      throw .node(index: node.index, name: node.name, error)
    }
    let isConstant = node.inputs.allSatisfy { $0 == nil || graph.values[$0 ?? 0].constant != nil }
    guard isConstant, !node.inputs.isEmpty else { return false }
    if node.operation is Dequantize, let source = node.inputs.first ?? nil,
      let constant = graph.values[source].constant, constant.isInModel
    {
      let output = node.outputs[0]
      graph.values[output].constant = ConstantTensor(graph.values[output].type, halves: constant)
      return true
    }
    for output in node.outputs {
      byteCount += graph.values[output].type.byteCount
      guard byteCount <= limit else { throw .constantsTooLarge(byteCount: byteCount, limit: limit) }
    }
    do throws(OperatorError) {
      let results = try compute(node, graph)
      for (output, result) in zip(node.outputs, results) { graph.values[output].constant = result }
    } catch {
      throw .node(index: node.index, name: node.name, error)
    }
    return true
  }

  private func compute(_ node: Graph.Node, _ graph: Graph) throws(OperatorError) -> [ConstantTensor] {
    let types = node.outputs.map { graph.values[$0].type }
    let prepared = try node.operation.prepare(
      PreparationContext(inputs: graph.operands(of: node), outputs: types, provider: .reference))
    let sources = node.inputs.map { $0.flatMap { graph.values[$0].constant?.aligned() } }
    let results = types.map { ConstantTensor($0, memory: ConstantMemory(byteCount: $0.byteCount)) }
    let targets = results.map { $0.aligned() }
    let scratch = ConstantMemory(byteCount: prepared.scratchByteCount)
    let inputs = sources.map { $0?.pointer }
    let outputs = targets.map { Optional($0.pointer) }
    var fault: OperatorError?
    inputs.withUnsafeBufferPointer { inputs in
      outputs.withUnsafeBufferPointer { outputs in
        guard let input = inputs.baseAddress, let output = outputs.baseAddress else { return }
        prepared.run(
          OperatorIO(
            inputs: input, outputs: output, scratchOfAll: scratch.pointer, scratchStride: 0, faults: &fault))
      }
    }
    withExtendedLifetime((sources, targets, scratch)) {}
    if let fault { throw fault }
    return results
  }
}
