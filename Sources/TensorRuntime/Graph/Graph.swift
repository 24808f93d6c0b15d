import TFLiteFormat

/// A subgraph as the planner sees it: typed values, and nodes in an order in which they can run.
package struct Graph: Sendable {
  /// A tensor: its type, and its value if known.
  package struct Value: Sendable {
    package let name: String
    /// The file's type until the producing node has been read.
    package var type: TensorType
    package var constant: ConstantTensor?
    /// The memory's identity if the session keeps it between runs. Operators that read it may write it, too.
    package var state: StateKey?

    package init(name: String, type: TensorType, constant: ConstantTensor? = nil, state: StateKey? = nil) {
      self.name = name
      self.type = type
      self.constant = constant
      self.state = state
    }
  }

  /// One use of an operator.
  package struct Node: Sendable {
    /// Index in the model's operator list, for messages.
    package let index: Int
    package let inference: any Inference
    /// Nil for absent optional inputs.
    package let inputs: [Int?]
    package let outputs: [Int]

    package init(index: Int, inference: any Inference, inputs: [Int?], outputs: [Int]) {
      self.index = index
      self.inference = inference
      self.inputs = inputs
      self.outputs = outputs
    }

    package var operation: any AnyOperation { inference.operation }
    /// TFLite's name, or the names of all fused operators.
    package var name: String { operation.name }
  }

  /// For messages.
  let subgraph: Int
  /// By tensor index of the model.
  package var values: [Value]
  package var nodes: [Node]
  package let inputs: [Int]
  package let outputs: [Int]
  var folding = FoldingBudget()

  /// - Precondition: each value is written once, before it is read.
  package init(values: [Value], nodes: [Node], inputs: [Int], outputs: [Int], subgraph: Int = 0) {
    self.subgraph = subgraph
    self.values = values
    self.nodes = nodes
    self.inputs = inputs
    self.outputs = outputs
  }

  package func operands(of node: Node) -> Operands { values.operands(node.inputs, node.outputs) }

  /// For each node, the first one that prepares the same, with the same operation, types and constants.
  var twins: [Int] {
    #if hasFeature(Embedded)
      return Array(nodes.indices)
    #else
      var known: [Int: Int] = [:]
      var twins = Array(nodes.indices)
      for place in twins {
        var key = Int(bitPattern: ObjectIdentifier(nodes[place].inference))
        for input in nodes[place].inputs where constantIdentity(input) >= values.count { key = constantIdentity(input) }
        if let twin = known[key], isTwin(nodes[place], of: nodes[twin]) {
          twins[place] = twin
        } else {
          known[key] = place
        }
      }
      return twins
    #endif
  }

  #if !hasFeature(Embedded)
    private func isTwin(_ node: Node, of other: Node) -> Bool {
      // A caller's kernels may keep something from run to run.
      guard node.inputs.count == other.inputs.count, node.operation(CustomNode.self) == nil else { return false }
      for place in node.inputs.indices
      where constantIdentity(node.inputs[place]) != constantIdentity(other.inputs[place]) { return false }
      return node.inference === other.inference
        || operands(of: node).hasTypes(of: operands(of: other)) && node.operation.isSame(as: other.operation)
    }

    /// The address of a computed constant, the place of one in the file, and -1 for other values.
    @inline(never)
    private func constantIdentity(_ value: Int?) -> Int {
      guard let value, let constant = values[value].constant else { return -1 }
      return constant.isOwned ? Int(bitPattern: constant.aligned().pointer) : value
    }
  #endif
}

extension [Graph.Value] {
  /// The operands of a node that reads `inputs` and writes `outputs`.
  func operands(_ inputs: [Int?], _ outputs: [Int] = []) -> Operands {
    var operands: [Operand?] = []
    operands.reserveCapacity(inputs.count)
    for place in inputs.indices {
      guard let index = inputs[place] else {
        operands.append(nil)
        continue
      }
      let value = self[index]
      operands.append(Operand(value.type, constant: value.constant, isState: value.state != nil))
    }
    return Operands(operands, declaredOutputs: outputs.map { self[$0].type })
  }
}
