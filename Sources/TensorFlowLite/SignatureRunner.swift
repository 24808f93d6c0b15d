import Foundation
import TFLiteFormat
import TensorRuntime

/// Runs one signature of a model: its inputs and outputs have names. ``Interpreter/signatureRunner(with:)`` makes one.
///
/// A runner is used by one thread at a time.
public final class SignatureRunner {
  /// The name of the signature.
  public let signatureKey: String
  /// The names of the inputs.
  public let inputs: [String]
  /// The names of the outputs.
  public let outputs: [String]

  private var run: SubgraphRun

  init(interpreter: Interpreter, signatureKey key: String) throws {
    guard let signature = interpreter.model.signature(named: key) else {
      throw SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: key)
    }
    signatureKey = signature.key
    inputs = signature.inputs.map(\.name)
    outputs = signature.outputs.map(\.name)
    run = SubgraphRun(
      interpreter.model, interpreter.model.subgraphs[signature.subgraphIndex], signature: key,
      inputs: signature.inputs.map(\.tensorIndex), outputs: signature.outputs.map(\.tensorIndex),
      options: interpreter.options)
    do throws(ModelError) {
      try run.allocate()
    } catch {
      switch error {
      case .signatureMismatch: throw SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: key)
      default: throw SignatureRunnerError.failedToAllocateTensors(reason: "\(error)")
      }
    }
  }

  /// Copies the given inputs, and computes the outputs. Inputs that are not given keep their values.
  ///
  /// - Throws: `SignatureRunnerError` as ``allocateTensors()`` and ``copy(_:toInputNamed:)``, and
  ///   `failedToInvokeSignature` if the run was not possible.
  public func invoke(with inputs: [String: Data]) throws {
    try allocateTensors()
    for (name, data) in inputs { try copy(data, toInputNamed: name) }
    do throws(ModelError) {
      _ = try run.invoke()
    } catch {
      throw SignatureRunnerError.failedToInvokeSignature(signatureKey: signatureKey, reason: "\(error)")
    }
  }

  /// A copy of an input.
  ///
  /// - Throws: `SignatureRunnerError.failedToGetTensor` if there is no such input, `allocateTensorsRequired` if its
  ///   shape was changed and nothing allocated since, `invalidTensorDataType` if `Tensor.DataType` has no case for its
  ///   elements.
  public func input(named name: String) throws -> Tensor {
    try tensor(run.input(index(of: name, in: inputs, "input")))
  }

  /// A copy of an output.
  ///
  /// - Throws: `SignatureRunnerError.failedToGetTensor` if there is no such output, `allocateTensorsRequired` if the
  ///   shape of an input was changed and nothing allocated since, or if its own is known only after a run,
  ///   `invalidTensorDataType` if `Tensor.DataType` has no case for its elements.
  public func output(named name: String) throws -> Tensor {
    try tensor(run.output(index(of: name, in: outputs, "output")))
  }

  /// Changes the shape of an input; ``allocateTensors()`` or ``invoke(with:)`` must follow.
  ///
  /// - Throws: `SignatureRunnerError.failedToResizeInputTensor` if there is no such input, or no tensor of this shape.
  public func resizeInput(named name: String, toShape shape: Tensor.Shape) throws {
    guard let index = inputs.firstIndex(where: { $0.hasSameBytes(as: name) }), run.resize(index, to: shape.dimensions)
    else { throw SignatureRunnerError.failedToResizeInputTensor(inputName: name) }
  }

  /// Copies bytes into an input; they are kept from run to run.
  ///
  /// - Throws: `SignatureRunnerError.failedToGetTensor` if there is no such input, `invalidTensorDataCount` if it takes
  ///   another number of bytes, `allocateTensorsRequired` if its shape was changed and nothing allocated since.
  public func copy(_ data: Data, toInputNamed name: String) throws {
    let index = try index(of: name, in: inputs, "input")
    guard let required = run.inputByteCount(index) else { throw SignatureRunnerError.allocateTensorsRequired }
    guard data.count == required else {
      throw SignatureRunnerError.invalidTensorDataCount(provided: data.count, required: required)
    }
    run.withInput(index) { memory in _ = data.copyBytes(to: memory) }
  }

  /// Calls `body` with the bytes of an input, which are kept from run to run: nothing is copied.
  ///
  /// - Throws: `SignatureRunnerError.failedToGetTensor` if there is no such input, `allocateTensorsRequired` if its
  ///   shape was changed and nothing allocated since; whatever `body` throws.
  public func withInput<R>(named name: String, _ body: (UnsafeMutableRawBufferPointer) throws -> R) throws -> R {
    guard let result = try run.withInput(index(of: name, in: inputs, "input"), body) else {
      throw SignatureRunnerError.allocateTensorsRequired
    }
    return result
  }

  /// Calls `body` with the bytes of an output, which are valid until the next run: nothing is copied.
  ///
  /// - Throws: `SignatureRunnerError` as ``output(named:)``, whatever the type of the elements; whatever `body` throws.
  public func withOutput<R>(named name: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let result = try run.withOutput(index(of: name, in: outputs, "output"), body) else {
      throw SignatureRunnerError.allocateTensorsRequired
    }
    return result
  }

  /// Prepares the subgraph for the shapes of its inputs. Nothing happens if no shape has changed.
  ///
  /// - Throws: `SignatureRunnerError.failedToAllocateTensors` if it cannot be run with them.
  public func allocateTensors() throws {
    do throws(ModelError) {
      try run.allocate()
    } catch {
      throw SignatureRunnerError.failedToAllocateTensors(reason: "\(error)")
    }
  }

  private func index(of name: String, in names: [String], _ type: String) throws(SignatureRunnerError) -> Int {
    guard let index = names.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
      throw .failedToGetTensor(tensorType: type, nameInSignature: name)
    }
    return index
  }

  private func tensor(_ copy: SubgraphRun.TensorCopy?) throws(SignatureRunnerError) -> Tensor {
    guard let copy else { throw .allocateTensorsRequired }
    guard let tensor = Tensor(copy) else { throw .invalidTensorDataType }
    return tensor
  }
}
