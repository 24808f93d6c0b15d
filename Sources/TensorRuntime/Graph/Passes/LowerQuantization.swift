import TFLiteFormat

extension Graph {
  /// Puts the nodes of forms in the place of operators; where kernels decide, the form for those of the requested
  /// provider.
  package mutating func lowerQuantization(
    _ lowering: Lowering = Lowering(requested: nil), deadline: Deadline? = nil
  ) throws(ModelError) {
    var pass = LoweringPass(lowering: lowering, deadline: deadline)
    for node in nodes { try pass.add(node, to: &self) }
    nodes = pass.nodes
  }
}

private struct LoweringPass {
  let lowering: Lowering
  let deadline: Deadline?
  var nodes: [Graph.Node] = []
  /// The latest postponed forms, and those in their place: equal nodes share what is prepared, as in
  /// ``KnownInferences``.
  private var chosen: [(InferredForm, any Inference)] = []

  init(lowering: Lowering, deadline: Deadline?) { (self.lowering, self.deadline) = (lowering, deadline) }

  /// Adds a node, or the nodes of its form, recursively.
  mutating func add(_ node: Graph.Node, to graph: inout Graph) throws(ModelError) {
    guard let inferred = node.inference as? InferredForm else { return nodes.append(node) }
    guard inferred.form.isPostponed else {
      for part in inferred.form.nodes(for: node, &graph.values) { try add(part, to: &graph) }
      return
    }
    try deadline?.check()
    let inference: any Inference
    do throws(OperatorError) {
      inference = try choose(inferred)
    } catch {
      throw .node(subgraph: graph.subgraph, index: node.index, name: node.name, error)
    }
    try add(
      Graph.Node(index: node.index, inference: inference, inputs: node.inputs, outputs: node.outputs), to: &graph)
  }

  private mutating func choose(_ inferred: InferredForm) throws(OperatorError) -> any Inference {
    for (known, inference) in chosen where known === inferred { return inference }
    let inference = try inferred.operation.inferLowered(inferred.form.operands, lowering)
    if chosen.count == KnownInferences.capacity { chosen.removeFirst() }
    chosen.append((inferred, inference))
    return inference
  }
}

extension AnyOperation {
  /// A form for quantized tensors, otherwise the operator's own inference.
  ///
  ///     sums      bytes ─ subtract zero point ─▶ integral floats ─ float kernel, exact ─▶ sums ─ requantize ─▶ bytes
  ///     integers  ADD, SUB, MUL, PRELU, MEAN, SUM, pools; MAXIMUM and MINIMUM of one scale
  ///     tables    unary operators: the result for each byte
  ///     moving    operators that only move elements run on the bytes
  ///     others    dequantize ─▶ float operator ─▶ quantize, within one of TFLite's integer kernels
  ///
  /// Quantized 16-bit integers take the last form, with biases of int32 or int64; so do floats of half precision,
  /// unless they are only moved.
  ///
  /// An output of the first input's elements that is declared without a scale has the input's, since TFLite's kernels
  /// copy or combine the integers.
  ///
  /// A byte filter with a float picture uses dynamic quantization, as does a dense layer with a block-quantized filter.
  package func inferLowered(_ operands: Operands, _ lowering: Lowering) throws(OperatorError) -> any Inference {
    if takesPlainIntegers, let scaled = try operands.withUnitScales {
      var form = QuantizedForm(scaled, lowering)
      guard try quantize(&form) else { return try infer(operands) }
      try form.removeScales(besides: operands.declaredOutputs)
      return InferredForm(operation: self, form: form)
    }
    let types = (0..<operands.count).compactMap { operands.optional($0)?.type }
    let isQuantized = types.contains { $0.isQuantized || $0.isQuantizedInt16 }
    let hasBlocks = (0..<operands.count).contains { operands.optional($0)?.constant?.isInBlocks == true }
    guard !readsQuantized, isQuantized || hasBlocks else { return try inferConverted(operands, lowering) }
    let inheriting = try operands.inheritingScale
    var form = QuantizedForm(takesPlainIntegers ? inheriting : operands, lowering)
    if try quantize(&form) {
      return InferredForm(operation: self, form: form)
    }
    guard isQuantized else { return try infer(operands) }
    var moved = QuantizedForm(inheriting, lowering)
    if try move(&moved, operands) { return InferredForm(operation: self, form: moved) }
    try dequantize(&form)
    return InferredForm(operation: self, form: form)
  }

  /// The operator's own inference. One that does not take halves runs between conversions, and unsigned weights of
  /// floats are taken as the signed ones that they are.
  private func inferConverted(_ operands: Operands, _ lowering: Lowering) throws(OperatorError) -> any Inference {
    do throws(OperatorError) {
      return try infer(operands)
    } catch {
      let refusal = error
      do throws(OperatorError) {
        guard let form = try converted(operands, lowering, after: refusal) else { throw refusal }
        return InferredForm(operation: self, form: form)
      } catch {
        // What takes no floats is refused for what the file has.
        if case .inputType = error { throw refusal }
        throw error
      }
    }
  }

  /// Nil if the error has another reason.
  private func converted(
    _ operands: Operands, _ lowering: Lowering, after error: OperatorError
  ) throws(OperatorError) -> QuantizedForm? {
    guard case .inputType(let input, _, let found) = error else { return nil }
    var form = QuantizedForm(operands, lowering)
    if found == .float16 {
      var declared: [TensorType] = []
      for type in operands.declaredOutputs {
        declared.append(type.elementType == .float16 ? try TensorType(.float32, type.shape) : type)
      }
      try dequantize(&form, declared: declared)
      return form
    }
    guard found == .uint8, operands.optional(0)?.type.elementType == .float32,
      operands.optional(input)?.constant != nil
    else { return nil }
    var inputs = form.inputs
    for index in inputs.indices {
      if let signed = try operands.optional(index)?.constant?.signed() { inputs[index] = form.add(signed) }
    }
    try form.finish(self, inputs)
    return form
  }

  /// Moves bytes unchanged if input and output are quantized alike; otherwise false.
  ///
  /// - Parameter operands: with the outputs as the file declares them, which may leave out a scale.
  private func move(_ form: inout QuantizedForm, _ operands: Operands) throws(OperatorError) -> Bool {
    let declared = form.operands.declaredOutputs
    let types = (0..<operands.count).compactMap { operands.optional($0)?.type } + declared
    let bytes = types.filter { $0.byteRange != nil || $0.isQuantizedInt16 }
    guard bytes.allSatisfy({ $0.quantization == bytes[0].quantization }), !bytes.isEmpty else { return false }
    let inference: any Inference
    do throws(OperatorError) {
      inference = try infer(operands)
    } catch {
      // The float operator reports faults other than the byte type.
      if case .inputType = error { return false }
      throw error
    }
    var outputs: [TensorType] = []
    for (type, declared) in zip(inference.outputs, declared) {
      guard type.elementType == declared.elementType || (type.byteRange == nil && !declared.isQuantizedInt16)
      else { return false }
      outputs.append(try TensorType(type.elementType, type.shape, quantization: declared.quantization))
    }
    guard inference.outputs.count <= declared.count else {
      throw .outputCount(expected: inference.outputs.count, found: declared.count)
    }
    try form.finish(inference, types: outputs)
    return true
  }

  /// Computes with floats, of what is quantized or of half precision.
  private func dequantize(_ form: inout QuantizedForm, declared: [TensorType] = []) throws(OperatorError) {
    var inputs: [QuantizedForm.Tensor?] = []
    for (index, input) in form.inputs.enumerated() {
      // A quantized int64 is the bias of a layer with 16-bit integers.
      guard let source = input, let type = form.operands.optional(index)?.type,
        type.quantization != nil || type.elementType == .float16, type.elementType != .int64 || hasInt64Bias
      else {
        inputs.append(input)
        continue
      }
      inputs.append(try form.add(Dequantize(), [source])[0])
    }
    // Indices and the like are not dequantized.
    let floats = try form.finish(self, inputs, declared: declared) {
      $0.elementType == .float32 && ($1.isQuantized || $1.isQuantizedInt16 || $1.elementType == .float16)
    }
    for (output, tensor) in floats {
      if form.operands.declaredOutputs[output].elementType == .float16 {
        try form.finish(Cast(to: .float16), [tensor], output: output)
      } else {
        try form.finish(Quantize(), [tensor], output: output)
      }
    }
  }
}

extension NodeOperation {
  /// The form of an operator that always has one, even without quantized inputs.
  func inferForm(_ inputs: Operands) throws(OperatorError) -> any Inference {
    var form = QuantizedForm(inputs, Lowering())
    _ = try quantize(&form)
    return InferredForm(operation: OperationBox(self), form: form)
  }
}
