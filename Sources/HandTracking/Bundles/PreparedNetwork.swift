import TFLiteFormat
import TensorRuntime

/// A network of a bundle, prepared. Its tensors are checked against what the tasks need, so that running it cannot fail.
package struct PreparedNetwork: Sendable {
  /// The entry's name in the bundle.
  package let name: String
  /// What sessions run.
  package let plan: Plan

  /// Prepares a network. The model is not kept: the memory of its file can be given back.
  package init(_ model: Model, name entry: String, options: PlanOptions) throws(TaskError) {
    name = entry
    do {
      plan = try Plan(model, options: options)
    } catch {
      throw .unusableModel(model: entry, reason: error)
    }
  }

  /// The shape of an input or output.
  package func shape(of kind: TaskError.TensorKind, _ index: Int) -> [Int] {
    (kind == .input ? plan.inputs[index] : plan.outputs[index]).shape
  }

  /// Throws unless the network has so many inputs and outputs.
  package func expectTensors(inputs: Int, outputs: Int) throws(TaskError) {
    guard plan.inputs.count == inputs else {
      throw .unexpectedTensorCount(model: name, kind: .input, expected: inputs, found: plan.inputs.count)
    }
    guard plan.outputs.count == outputs else {
      throw .unexpectedTensorCount(model: name, kind: .output, expected: outputs, found: plan.outputs.count)
    }
  }

  /// Throws unless an input or output holds floats in this shape; nil stands for any positive size.
  package func expect(_ kind: TaskError.TensorKind, _ index: Int, shape: [Int?]) throws(TaskError) {
    let tensor = kind == .input ? plan.inputs[index] : plan.outputs[index]
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
