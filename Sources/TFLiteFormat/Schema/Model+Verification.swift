extension Model {
  /// Checks what involves more than one entry: indices, sizes of constants, and the order of operators.
  func verify() throws(FormatError) {
    guard !subgraphs.isEmpty else { throw .model(.noSubgraphs) }
    for (index, subgraph) in subgraphs.enumerated() {
      for number in subgraph.tensors.indices {
        let tensor = subgraph.tensors[number]
        if let fault = fault(of: tensor) {
          throw .tensor(subgraph: index, tensor: number, name: tensor.name, fault: fault)
        }
      }
      try verifyOrder(of: subgraph, index: index)
    }
    for entry in metadataEntries where !buffers.indices.contains(entry.bufferIndex) {
      throw .model(.metadataBuffer(name: entry.name, index: entry.bufferIndex, count: buffers.count))
    }
    for signature in signatures {
      guard subgraphs.indices.contains(signature.subgraphIndex) else {
        throw .model(
          .signatureSubgraph(key: signature.key, index: signature.subgraphIndex, count: subgraphs.count))
      }
      let count = subgraphs[signature.subgraphIndex].tensors.count
      for argument in signature.inputs + signature.outputs where argument.tensorIndex >= count {
        throw .model(
          .signatureTensor(
            key: signature.key, argument: argument.name, tensor: argument.tensorIndex, count: count))
      }
    }
  }

  // MARK: Tensors

  private func fault(of tensor: TensorEntry) -> TensorFault? {
    guard buffers.indices.contains(tensor.bufferIndex) else {
      return .bufferIndex(tensor.bufferIndex, count: buffers.count)
    }
    if let buffer = tensor.externalBuffer, constant(tensor) == nil {
      return .dataInOtherFile(name: otherFiles[buffer])
    }
    var count = tensor.elementCount
    if let sparsity = tensor.sparsity {
      do {
        count = try sparsity.verifiedValueCount(shape: tensor.shape)
      } catch {
        return .sparsity(error)
      }
    }
    if let quantization = tensor.quantization, !quantization.fits(tensor.shape) {
      return .quantization(
        scales: quantization.scale.count, zeroPoints: quantization.zeroPoint.count,
        dimension: quantization.dimension, shape: tensor.shape)
    }
    guard let data = constant(tensor) else { return nil }
    guard !tensor.isVariable else { return .variableWithData }
    guard let elementByteCount = tensor.elementType.byteCount else { return nil }
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: elementByteCount)
    guard !overflow, byteCount == data.count else {
      return .constantByteCount(found: data.count, expected: overflow ? .max : byteCount)
    }
    return nil
  }

  // MARK: Operators

  /// Where the value of a tensor comes from.
  private enum Source {
    case none, constant, variable, graphInput, operation
  }

  /// Checks that every tensor is written at most once, and read only after that.
  private func verifyOrder(of graph: Subgraph, index: Int) throws(FormatError) {
    var sources = try initialSources(of: graph, index: index)
    // The first operator that writes each tensor, to tell "too early" from "never".
    var producers = [Int?](repeating: nil, count: graph.tensors.count)
    for number in graph.operators.indices {
      let outputs = graph.operators[number].outputs
      for tensor in outputs where producers.indices.contains(tensor) && producers[tensor] == nil {
        producers[tensor] = number
      }
    }
    for number in graph.operators.indices {
      let entry = graph.operators[number]
      if let fault = fault(of: entry, number: number, in: graph, sources: &sources, producers: producers) {
        throw .operation(
          subgraph: index, index: number, name: operatorCodes.name(at: entry.codeIndex), fault: fault)
      }
    }
    for (output, tensor) in graph.outputs.enumerated() {
      guard graph.tensors.indices.contains(tensor) else {
        throw .model(.outputIndex(subgraph: index, output: output, tensor: tensor, count: graph.tensors.count))
      }
      guard sources[tensor] != .none || graph.tensors[tensor].elementCount == 0 else {
        throw .model(.outputNeverWritten(subgraph: index, output: output, tensor: tensor))
      }
    }
  }

  /// The tensors that have a value before the first operator runs.
  private func initialSources(of graph: Subgraph, index: Int) throws(FormatError) -> [Source] {
    var sources = graph.tensors.map { tensor -> Source in
      if tensor.isVariable { return .variable }
      return constant(tensor) == nil ? .none : .constant
    }
    for (input, tensor) in graph.inputs.enumerated() {
      guard sources.indices.contains(tensor) else {
        throw .model(.inputIndex(subgraph: index, input: input, tensor: tensor, count: sources.count))
      }
      guard sources[tensor] != .constant else {
        throw .model(.inputIsConstant(subgraph: index, input: input, tensor: tensor))
      }
      if sources[tensor] == .none { sources[tensor] = .graphInput }
    }
    return sources
  }

  /// Checks one operator, given the tensors that have a value before it, and adds its outputs to them.
  private func fault(
    of entry: OperatorEntry, number: Int, in graph: Subgraph, sources: inout [Source], producers: [Int?]
  ) -> OperatorFault? {
    guard operatorCodes.indices.contains(entry.codeIndex) else {
      return .codeIndex(entry.codeIndex, count: operatorCodes.count)
    }
    for input in entry.inputs.indices where entry.inputs[input] != -1 {
      let tensor = entry.inputs[input]
      guard sources.indices.contains(tensor) else {
        return .inputIndex(input: input, tensor: tensor, count: sources.count)
      }
      guard sources[tensor] == .none else { continue }
      if let producer = producers[tensor] {
        return .inputTooEarly(input: input, tensor: tensor, producer: producer)
      }
      // An empty constant has no data to identify it.
      guard graph.tensors[tensor].elementCount == 0 else {
        return .inputNeverWritten(input: input, tensor: tensor)
      }
    }
    for (intermediate, tensor) in entry.intermediates.enumerated() where !sources.indices.contains(tensor) {
      return .intermediateIndex(intermediate: intermediate, tensor: tensor, count: sources.count)
    }
    for output in entry.outputs.indices {
      let tensor = entry.outputs[output]
      guard sources.indices.contains(tensor) else {
        return .outputIndex(output: output, tensor: tensor, count: sources.count)
      }
      switch sources[tensor] {
      case .none: sources[tensor] = .operation
      case .constant: return .outputIsConstant(output: output, tensor: tensor)
      case .variable: return .outputIsVariable(output: output, tensor: tensor)
      case .graphInput: return .outputIsGraphInput(output: output, tensor: tensor)
      case .operation: return .outputWrittenTwice(output: output, tensor: tensor)
      }
    }
    return nil
  }
}
