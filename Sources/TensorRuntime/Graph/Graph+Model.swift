import TFLiteFormat

extension Graph {
  /// Reads a subgraph of a verified model: parses every operator, infers every shape, and computes what is constant, since
  /// shapes may be among it.
  ///
  /// - Parameter constantLimit: the most bytes that computed constants may take together.
  /// - Throws: `ModelError.unsupportedOperators` naming all that are missing at once, or the first fault of a node or tensor.
  package init(_ model: Model, subgraph index: Int = 0, constantLimit: Int = .max) throws(ModelError) {
    guard index >= 0, index < model.subgraphs.count else { throw .noSubgraph(index) }
    let subgraph = model.subgraphs[index]
    try Self.checkOperators(model, subgraph)
    inputs = subgraph.inputs
    outputs = subgraph.outputs
    values = []
    nodes = []
    let computed = Set(subgraph.operators.flatMap(\.outputs))
    var known = Set(subgraph.inputs)
    for (tensor, entry) in subgraph.tensors.enumerated() {
      let value = try Self.value(
        entry, tensor, model, isComputed: computed.contains(tensor), isInput: known.contains(tensor))
      if value.constant != nil { known.insert(tensor) }
      values.append(value)
    }
    var folding = ConstantFolding(limit: constantLimit)
    for (position, entry) in subgraph.operators.enumerated() {
      let code = model.operatorCodes[entry.codeIndex]
      guard let type = OperatorRegistry.find(builtinCode: code.builtinCode) else {
        throw .unsupportedOperators([code.name])
      }
      let node: Node
      do throws(OperatorError) {
        node = Node(
          index: position, operation: try type.init(parsing: OperatorOptions(entry.options)),
          inputs: entry.inputs.map { $0 < 0 ? nil : $0 }, outputs: entry.outputs)
        for (input, value) in node.inputs.enumerated() {
          // A variable that nothing has written yet has no value either.
          if let value, !known.contains(value) { throw .inputMissing(input) }
        }
        let types = try node.operation.outputTypes(for: operands(of: node))
        guard types.count == node.outputs.count else {
          throw .outputCount(expected: types.count, found: node.outputs.count)
        }
        for (output, type) in zip(node.outputs, types) { values[output].type = type }
      } catch {
        throw .node(index: position, name: code.name, error)
      }
      known.formUnion(node.outputs)
      if try !folding.fold(node, in: &self) { nodes.append(node) }
    }
    for output in outputs where !known.contains(output) {
      throw .outputWithoutValue(index: output, name: values[output].name)
    }
  }

  private static func checkOperators(_ model: Model, _ subgraph: Subgraph) throws(ModelError) {
    var missing: [String] = []
    for entry in subgraph.operators {
      let code = model.operatorCodes[entry.codeIndex]
      if OperatorRegistry.find(builtinCode: code.builtinCode) == nil, !missing.contains(code.name) {
        missing.append(code.name)
      }
    }
    guard missing.isEmpty else { throw .unsupportedOperators(missing) }
  }

  private static func value(
    _ entry: TensorEntry, _ tensor: Int, _ model: Model, isComputed: Bool, isInput: Bool
  ) throws(ModelError) -> Value {
    do throws(OperatorError) {
      // What a node computes gets its shape from the node, whatever the file says.
      if isComputed {
        return Value(name: entry.name, type: try TensorType(.float32, []), constant: nil)
      }
      let type = try TensorType(entry.elementType, entry.shape)
      guard entry.sparsity == nil else { throw .inputShape(input: 0, expected: "a dense tensor", found: entry.shape) }
      guard !isInput, !entry.isVariable else { return Value(name: entry.name, type: type, constant: nil) }
      // A constant without elements has no data.
      guard let bytes = model.constant(entry) ?? (type.elementCount == 0 ? Bytes([]) : nil) else {
        return Value(name: entry.name, type: type, constant: nil)
      }
      return Value(name: entry.name, type: type, constant: try ConstantTensor(type, bytes: bytes))
    } catch {
      throw .tensor(index: tensor, name: entry.name, error)
    }
  }
}
