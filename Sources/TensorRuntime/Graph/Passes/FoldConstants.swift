import TFLiteFormat
import TensorKernels

extension Graph {
  /// Folds every node whose inputs are all constants, or whose result follows from shapes alone. Half-precision weights
  /// are only marked as floats; each kernel converts its own. Expensive nodes are left for the run.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results exceed `limit` bytes, `ModelError.tooSlow` at the
  ///   deadline.
  package mutating func foldConstants(limit: Int = .max, deadline: Deadline? = nil) throws(ModelError) {
    var kept: [Node] = []
    // After where a constant is floats, which several nodes may dequantize; 0 for nowhere.
    var dequantized = [Int](repeating: 0, count: values.count)
    for node in nodes {
      try deadline?.check()
      let operands = operands(of: node)
      if let known = try knownOutputs(of: node, operands) {
        for (output, value) in zip(node.outputs, known) { values[output].constant = value }
        continue
      }
      let isConstant = node.inputs.allSatisfy { $0 == nil || values[$0 ?? 0].constant != nil }
      // Subgraphs may depend on variables.
      guard isConstant, !node.inputs.isEmpty, !(node.inference is SubgraphCall) else {
        kept.append(node)
        continue
      }
      if node.operation(Dequantize.self) != nil, let source = node.inputs.first ?? nil,
        let constant = values[source].constant
      {
        let output = node.outputs[0]
        if dequantized[source] > 0 { values[output].constant = values[dequantized[source] - 1].constant }
        if constant.isInModel, constant.type.elementType == .float16 {
          values[output].constant = ConstantTensor(values[output].type, halves: constant)
        }
        if values[output].constant != nil { continue }
        dequantized[source] = output + 1
      }
      let types = node.outputs.map { values[$0].type }
      guard folding.take(work: node.inference.repeatedWork(operands)) else {
        kept.append(node)
        continue
      }
      for type in types { try folding.take(byteCount: type.byteCount, limit: limit) }
      let results = try fold(node, operands, limit: limit, deadline: deadline)
      for (output, result) in zip(node.outputs, results) { values[output].constant = result }
    }
    nodes = kept
  }

  private func knownOutputs(of node: Node, _ operands: Operands) throws(ModelError) -> [ConstantTensor]? {
    do throws(OperatorError) {
      return try node.operation.knownOutputs(for: operands)
    } catch {
      throw .node(subgraph: subgraph, index: node.index, name: node.name, error)
    }
  }

  /// Runs a node with the reference kernels, in several shares if it takes long.
  private func fold(
    _ node: Node, _ operands: Operands, limit: Int, deadline: Deadline?
  ) throws(ModelError) -> [ConstantTensor] {
    let types = node.outputs.map { values[$0].type }
    var copies = SaturatingSum(node.inference.packedByteCount(operands))
    for input in node.inputs { copies.add(input.flatMap { values[$0].constant?.copyByteCount } ?? 0) }
    try folding.check(byteCount: copies.value, limit: limit)
    let prepared: any PreparedOperator
    do throws(OperatorError) {
      prepared = try node.inference.prepare(
        PreparationContext(inputs: operands, outputs: types, provider: .reference))
    } catch {
      throw .node(subgraph: subgraph, index: node.index, name: node.name, error)
    }
    try folding.check(byteCount: prepared.scratchByteCount, limit: limit)
    let sources = node.inputs.map { $0.flatMap { values[$0].constant?.aligned() } }
    let results = types.map { ConstantTensor($0, memory: ConstantMemory(byteCount: $0.byteCount)) }
    let targets = results.map { $0.aligned() }
    let scratch = ConstantMemory(byteCount: prepared.scratchByteCount)
    let work = max(
      node.inference.repeatedWork(operands), types.reduce(0) { $0 + $1.elementCount })
    let inputs = sources.map { $0?.pointer }
    let outputs = targets.map { Optional($0.pointer) }
    var fault: OperatorError?
    try inputs.withUnsafeBufferPointer { inputs throws(ModelError) in
      try outputs.withUnsafeBufferPointer { outputs throws(ModelError) in
        guard let input = inputs.baseAddress, let output = outputs.baseAddress else { return }
        try withUnsafeMutablePointer(to: &fault) { fault throws(ModelError) in
          var io = OperatorIO(
            inputs: input, outputs: output, scratch: scratch.pointer, fault: fault)
          io.shareCount = max(min(work / Self.shareWork, prepared.usefulShareCount), 1)
          for share in 0..<io.shareCount {
            try deadline?.check()
            io.share = share
            prepared.run(io)
          }
        }
      }
    }
    withExtendedLifetime((sources, targets, scratch)) {}
    if let fault { throw .node(subgraph: subgraph, index: node.index, name: node.name, fault) }
    return results
  }

  /// Innermost-loop iterations between checks of the deadline.
  private static let shareWork = 1 << 22
}
