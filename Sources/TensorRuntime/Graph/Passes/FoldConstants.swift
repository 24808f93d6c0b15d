import TFLiteFormat
import TensorKernels

extension Graph {
  /// Runs every node whose inputs are all constants, once, and keeps its results as constants; what follows from shapes
  /// alone is known without. Half-precision
  /// weights are only marked as floats; each kernel converts its own.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results together take more than `limit` bytes.
  package mutating func foldConstants(limit: Int = .max) throws(ModelError) {
    var kept: [Node] = []
    var byteCount = 0
    for node in nodes {
      let operands = operands(of: node)
      if let known = try knownOutputs(of: node, operands) {
        for (output, value) in zip(node.outputs, known) { values[output].constant = value }
        continue
      }
      let isConstant = node.inputs.allSatisfy { $0 == nil || values[$0 ?? 0].constant != nil }
      guard isConstant, !node.inputs.isEmpty else {
        kept.append(node)
        continue
      }
      if node.operation is Dequantize, let source = node.inputs.first ?? nil, let constant = values[source].constant,
        constant.isInModel, constant.type.elementType == .float16
      {
        values[node.outputs[0]].constant = ConstantTensor(values[node.outputs[0]].type, halves: constant)
        continue
      }
      for output in node.outputs {
        byteCount += values[output].type.byteCount
        guard byteCount <= limit else { throw .constantsTooLarge(byteCount: byteCount, limit: limit) }
        try ZeroedMemory.require(byteCount: values[output].type.byteCount)
      }
      do throws(OperatorError) {
        let results = try fold(node, operands)
        for (output, result) in zip(node.outputs, results) { values[output].constant = result }
      } catch {
        throw .node(index: node.index, name: node.name, error)
      }
    }
    nodes = kept
  }

  private func knownOutputs(of node: Node, _ operands: Operands) throws(ModelError) -> [ConstantTensor]? {
    do throws(OperatorError) {
      return try node.operation.knownOutputs(for: operands)
    } catch {
      throw .node(index: node.index, name: node.name, error)
    }
  }

  private func fold(_ node: Node, _ operands: Operands) throws(OperatorError) -> [ConstantTensor] {
    let types = node.outputs.map { values[$0].type }
    let prepared = try node.operation.prepare(
      PreparationContext(inputs: operands, outputs: types, provider: .reference))
    let sources = node.inputs.map { $0.flatMap { values[$0].constant?.aligned() } }
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
