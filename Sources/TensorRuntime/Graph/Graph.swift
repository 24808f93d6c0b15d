import TFLiteFormat

/// A subgraph as the planner sees it: typed values, and nodes in an order in which they can run.
package struct Graph: Sendable {
  /// A tensor: its type, and its value if known.
  package struct Value: Sendable {
    /// The name in the model.
    package let name: String
    /// Element type and shape; those in the file until the node that produces the value has been read.
    package var type: TensorType
    /// The value of a constant.
    package var constant: ConstantTensor?
    /// What identifies the tensor's memory if the session keeps it from run to run. Operators that read it may write
    /// it, too.
    package var state: StateKey?

    /// A tensor, with its value if known.
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
    /// What the operator inferred from its inputs.
    package let inference: any Inference
    /// Values read; nil for an optional input that is absent.
    package let inputs: [Int?]
    /// Values written.
    package let outputs: [Int]

    /// A use of an operator as the model's operator number `index`.
    package init(index: Int, inference: any Inference, inputs: [Int?], outputs: [Int]) {
      self.index = index
      self.inference = inference
      self.inputs = inputs
      self.outputs = outputs
    }

    /// The operator with its options.
    package var operation: any AnyOperation { inference.operation }
    /// TFLite's name of the operator, or the names of all operators that a pass has fused into it.
    package var name: String { operation.name }
  }

  /// The subgraph of the model, for messages.
  let subgraph: Int
  /// All values, by tensor index of the model.
  package var values: [Value]
  /// The nodes that remain after the passes.
  package var nodes: [Node]
  /// Values that the caller sets.
  package let inputs: [Int]
  /// Values that the caller reads.
  package let outputs: [Int]
  /// The work and memory left for folding.
  var folding = FoldingBudget()

  /// A graph made by hand; each value is written once, before it is read.
  package init(values: [Value], nodes: [Node], inputs: [Int], outputs: [Int], subgraph: Int = 0) {
    self.subgraph = subgraph
    self.values = values
    self.nodes = nodes
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The operands of a node.
  package func operands(of node: Node) -> Operands { values.operands(node.inputs, node.outputs) }
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
