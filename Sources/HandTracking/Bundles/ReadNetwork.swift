import TFLiteFormat
import TensorRuntime

/// A network of a bundle, read and checked but not prepared: a bundle is refused before work is spent on any of its
/// networks.
package struct ReadNetwork: Sendable {
  /// The entry's name in the bundle.
  package let name: String
  /// The model.
  package let model: Model
  /// What the model computes, with all shapes.
  package let graph: Graph
  /// How it is to be prepared.
  package let options: PlanOptions

  /// Reads a network of a bundle.
  package init(_ entry: String, of bundle: TaskBundle, options: PlanOptions) throws(TaskError) {
    name = entry
    self.options = options
    model = try bundle.model(named: entry)
    do {
      graph = try Graph(model, options: options)
    } catch {
      throw .unusableModel(model: entry, reason: error)
    }
  }

  /// The shape of an input or output.
  package func shape(of kind: TaskError.TensorKind, _ index: Int) -> [Int] { type(of: kind, index).shape }

  private func type(of kind: TaskError.TensorKind, _ index: Int) -> TensorType {
    graph.values[kind == .input ? graph.inputs[index] : graph.outputs[index]].type
  }

  /// Throws unless the network has so many inputs and outputs.
  package func expectTensors(inputs: Int, outputs: Int) throws(TaskError) {
    guard graph.inputs.count == inputs else {
      throw .unexpectedTensorCount(model: name, kind: .input, expected: inputs, found: graph.inputs.count)
    }
    guard graph.outputs.count == outputs else {
      throw .unexpectedTensorCount(model: name, kind: .output, expected: outputs, found: graph.outputs.count)
    }
  }

  /// Throws unless an input or output holds floats in this shape; nil stands for any positive size.
  package func expect(_ kind: TaskError.TensorKind, _ index: Int, shape: [Int?]) throws(TaskError) {
    let tensor = type(of: kind, index)
    let fits =
      tensor.shape.count == shape.count
      && zip(tensor.shape, shape).allSatisfy { found, wanted in
        wanted.map { $0 == found } ?? (found > 0)
      }
    guard tensor.elementType == .float32, fits else {
      let wanted = shape.map { $0.map(String.init) ?? "n" }.joined(separator: ", ")
      throw .unexpectedTensor(
        model: name, kind: kind, index: index, expected: "float32 [\(wanted)]",
        found: "\(tensor.elementType.name) \(tensor.shape)")
    }
  }
}
