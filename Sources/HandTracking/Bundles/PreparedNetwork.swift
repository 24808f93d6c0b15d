import TFLiteFormat
import TensorRuntime

/// A network of a bundle, prepared. Its tensors were checked against what the tasks need, so that running it cannot
/// fail.
package struct PreparedNetwork: Sendable {
  /// The entry's name in the bundle.
  package let name: String
  /// What sessions run.
  package let plan: Plan

  /// Prepares a network that has been read. The model is not kept: the memory of its file can be given back.
  package init(_ network: ReadNetwork) throws(TaskError) {
    name = network.name
    do {
      plan = try Plan(preparing: network.graph, options: network.options)
    } catch {
      throw .unusableModel(model: network.name, reason: error)
    }
  }

  /// The shape of an input or output.
  package func shape(of kind: TaskError.TensorKind, _ index: Int) -> [Int] {
    (kind == .input ? plan.inputs[index] : plan.outputs[index]).shape
  }
}
