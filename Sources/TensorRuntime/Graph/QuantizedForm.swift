import TFLiteFormat

/// What decides on an operator's form besides its operands.
package struct Lowering: Sendable {
  /// The maximum size of a tensor in bytes.
  let tensorByteCount: Int
  /// Whether only types are wanted: a pass decides on what depends on kernels.
  let infersTypes: Bool
  /// The requested provider, whose families decide; nil for the fastest.
  let requested: KernelProvider?

  /// For inference.
  package init(tensorByteCount: Int = .max) {
    (self.tensorByteCount, infersTypes, requested) = (tensorByteCount, true, nil)
  }

  /// For passes.
  package init(tensorByteCount: Int = .max, requested: KernelProvider?) {
    (self.tensorByteCount, infersTypes, self.requested) = (tensorByteCount, false, requested)
  }
}

/// The nodes that implement an operator on quantized tensors. The operator determines them by inference, or only their
/// types if kernels decide; a pass puts them in its place.
package struct QuantizedForm: Sendable {
  enum Tensor {
    case input(Int), output(Int)
    /// A tensor between the form's nodes.
    case own(Int)
  }

  private struct Node {
    let inference: any Inference
    let inputs: [Tensor?]
    let outputs: [Tensor]
  }

  /// The operator's inputs, and its outputs as the file declares them.
  let operands: Operands
  let lowering: Lowering
  /// The types of the operator's outputs written so far.
  private(set) var outputs: [TensorType]
  /// Whether the pass that knows the requested kernels adds the nodes.
  private(set) var isPostponed = false
  private var values: [Graph.Value] = []
  private var nodes: [Node] = []

  init(_ operands: Operands, _ lowering: Lowering) {
    (self.operands, self.lowering) = (operands, lowering)
    outputs = operands.declaredOutputs
  }

  /// Whether the first input is quantized 16-bit integers, which have no integer forms.
  var hasInt16Input: Bool { operands.optional(0)?.type.isQuantizedInt16 ?? false }

  // MARK: Adding nodes

  var inputs: [Tensor?] {
    (0..<operands.count).map { operands.optional($0) == nil ? nil : .input($0) }
  }

  mutating func add(_ constant: ConstantTensor) -> Tensor {
    values.append(Graph.Value(name: "", type: constant.type, constant: constant))
    return .own(values.count - 1)
  }

  /// Leaves nodes that write an output of this type to the pass.
  mutating func postpone(_ output: TensorType) {
    (outputs, isPostponed) = ([output], true)
  }

  /// Adds a node that writes tensors owned by the form.
  mutating func add(_ operation: any AnyOperation, _ inputs: [Tensor?]) throws(OperatorError) -> [Tensor] {
    let inference = try operation.infer(operands(of: inputs))
    let outputs = inference.outputs.map { own($0) }
    nodes.append(Node(inference: inference, inputs: inputs, outputs: outputs))
    return outputs
  }

  mutating func add(_ operation: some NodeOperation, _ inputs: [Tensor?]) throws(OperatorError) -> [Tensor] {
    try add(OperationBox(operation), inputs)
  }

  /// Adds a node that writes one or all of the operator's outputs.
  mutating func finish(
    _ operation: any AnyOperation, _ inputs: [Tensor?], output: Int? = nil
  ) throws(OperatorError) {
    let written = output.map { [$0] } ?? Array(outputs.indices)
    let declared = written.map { operands.declaredOutputs[$0] }
    let inference = try operation.infer(operands(of: inputs, declaredOutputs: declared))
    try expect(inference.outputs.count, written.count)
    for (output, type) in zip(written, inference.outputs) { outputs[output] = type }
    nodes.append(Node(inference: inference, inputs: inputs, outputs: written.map { .output($0) }))
  }

  mutating func finish(
    _ operation: some NodeOperation, _ inputs: [Tensor?], output: Int? = nil
  ) throws(OperatorError) {
    try finish(OperationBox(operation), inputs, output: output)
  }

  /// Adds a node that writes the operator's outputs and may have a form of its own.
  mutating func finishLowered(_ operation: any AnyOperation, _ inputs: [Tensor?]) throws(OperatorError) {
    let operands = operands(of: inputs, declaredOutputs: operands.declaredOutputs)
    let inference = try operation.inferLowered(operands, lowering)
    outputs = inference.outputs
    nodes.append(Node(inference: inference, inputs: inputs, outputs: outputs.indices.map { .output($0) }))
  }

  /// Adds a node that writes the operator's outputs with the given types.
  mutating func finish(_ inference: any Inference, types: [TensorType]) throws(OperatorError) {
    try expect(types.count, outputs.count)
    outputs = types
    nodes.append(Node(inference: inference, inputs: inputs, outputs: outputs.indices.map { .output($0) }))
  }

  /// Adds a node that reads and writes quantized integers as plain ones; the outputs have the declared scales.
  mutating func finishPlain(_ operation: some NodeOperation) throws(OperatorError) {
    let inference = try operation.infer(operands)
    var types: [TensorType] = []
    for (index, type) in inference.outputs.enumerated() {
      types.append(try type.scaled(like: operands.declaredOutput(index)))
    }
    try finish(inference, types: types)
  }

  /// Removes the scales of outputs that are declared without.
  mutating func removeScales(besides declared: [TensorType]) throws(OperatorError) {
    for (index, type) in outputs.enumerated() where declared[index].quantization == nil {
      outputs[index] = try type.quantized(by: nil)
    }
  }

  /// Adds a node that writes the operator's outputs, except those that `isOwn` assigns to the form.
  ///
  /// - Parameter declared: the outputs that the operator sees as those of the file.
  mutating func finish(
    _ operation: any AnyOperation, _ inputs: [Tensor?], declared: [TensorType] = [],
    where isOwn: (TensorType, _ declared: TensorType) -> Bool
  ) throws(OperatorError) -> [(output: Int, tensor: Tensor)] {
    let inference = try operation.infer(operands(of: inputs, declaredOutputs: declared))
    try expect(inference.outputs.count, outputs.count)
    var written: [Tensor] = []
    var left: [(output: Int, tensor: Tensor)] = []
    for (output, type) in inference.outputs.enumerated() {
      guard isOwn(type, operands.declaredOutputs[output]) else {
        outputs[output] = type
        written.append(.output(output))
        continue
      }
      written.append(own(type))
      left.append((output, written[output]))
    }
    nodes.append(Node(inference: inference, inputs: inputs, outputs: written))
    return left
  }

  private func expect(_ expected: Int, _ found: Int) throws(OperatorError) {
    guard expected == found else { throw .outputCount(expected: expected, found: found) }
  }

  private mutating func own(_ type: TensorType) -> Tensor {
    values.append(Graph.Value(name: "", type: type))
    return .own(values.count - 1)
  }

  func operands(of inputs: [Tensor?], declaredOutputs: [TensorType] = []) -> Operands {
    Operands(
      inputs.map { tensor in
        switch tensor {
        case nil, .output: nil
        case .input(let index): operands.optional(index)
        case .own(let index): Operand(values[index].type, constant: values[index].constant)
        }
      }, declaredOutputs: declaredOutputs)
  }

  // MARK: Placing

  /// The form's nodes in place of a node, appending their own values.
  func nodes(for node: Graph.Node, _ values: inout [Graph.Value]) -> [Graph.Node] {
    let first = values.count
    values += self.values
    func place(_ tensor: Tensor) -> Int? {
      switch tensor {
      case .input(let index): node.inputs[index]
      case .output(let index): node.outputs[index]
      case .own(let index): first + index
      }
    }
    return nodes.map { part in
      Graph.Node(
        index: node.index, inference: part.inference, inputs: part.inputs.map { $0.flatMap(place) },
        outputs: part.outputs.compactMap(place))
    }
  }
}

/// The inference of an operator that a pass replaces by its form.
final class InferredForm: Inference {
  let operation: any AnyOperation
  let form: QuantizedForm

  init(operation: any AnyOperation, form: QuantizedForm) {
    (self.operation, self.form) = (operation, form)
  }

  var outputs: [TensorType] { form.outputs }
  var multiplyAdds: Int { 0 }
  func packedByteCount(_ inputs: Operands) -> Int { 0 }
  func repeatedWork(_ inputs: Operands) -> Int { 0 }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    throw .quantization(operation.name, expected: "the form that a pass puts in its place")
  }
}
