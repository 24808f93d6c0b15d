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
  package final class Node: Sendable {
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
