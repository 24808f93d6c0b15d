import TFLiteFormat
import TensorRuntime
import TestSupport

/// A model prepared through the public interface and run on arrays.
public struct Inference {
  private let interpreter: Interpreter

  /// What the inputs must be.
  public var inputs: [TensorDescription] { interpreter.inputs }

  /// Prepares the model.
  public init(_ model: Model, options: PlanOptions = PlanOptions(), threads: Int = 1) throws {
    interpreter = try Interpreter(model, options: options, threads: threads)
  }

  /// The outputs for these inputs.
  ///
  /// The session runs twice and must give the same bits: a run must not depend on what the previous one left behind,
  /// except for the model's variables, which are made what they were.
  public func run(_ inputs: [NPYFile]) throws -> [NPYFile] {
    for (description, input) in zip(interpreter.inputs, inputs)
    where description.shape != input.shape || description.elementType != input.elementType {
      throw OperatorFixture.Failure(
        description: "input \(description.name) is \(description.elementType) \(description.shape), "
          + "its fixture \(input.elementType) \(input.shape)")
    }
    guard interpreter.inputs.count == inputs.count else {
      throw OperatorFixture.Failure(
        description: "\(inputs.count) inputs given, the model has \(interpreter.inputs.count)")
    }
    let first = try runOnce(inputs)
    interpreter.resetState()
    let second = try runOnce(inputs)
    guard first.map(\.bytes) == second.map(\.bytes) else {
      throw OperatorFixture.Failure(description: "a second run of the same session gives other values")
    }
    return second
  }

  /// The outputs of one more run, which may depend on the runs before.
  public func runOnce(_ inputs: [NPYFile]) throws -> [NPYFile] {
    for (index, input) in inputs.enumerated() {
      interpreter.withInput(index) { memory in
        input.bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
      }
    }
    try interpreter.run()
    return interpreter.outputs.enumerated().map { index, description in
      NPYFile(
        elementType: description.elementType, shape: description.shape,
        bytes: interpreter.withOutput(index) { Array($0) })
    }
  }
}
