import Foundation
import TFLiteFormat
import TensorRuntime

/// Runs a TFLite model, with the API of TensorFlow Lite's Swift library.
///
/// ```swift
/// let interpreter = try Interpreter(modelPath: path)
/// try interpreter.allocateTensors()
/// try interpreter.copy(pixels, toInputAt: 0)
/// try interpreter.invoke()
/// let scores = try interpreter.output(at: 0).data
/// ```
///
/// An interpreter is used by one thread at a time.
public final class Interpreter {
  /// The options that the interpreter was made with.
  public let options: Options?
  /// The delegates that the interpreter was made with. They are not asked for anything: see ``Delegate``.
  public let delegates: [any Delegate]?

  let model: Model
  private var run: SubgraphRun

  /// Reads a model; ``allocateTensors()`` prepares it.
  ///
  /// - Parameters:
  ///   - modelPath: a file with a TFLite model.
  ///   - options: how many threads to use.
  ///   - delegates: kept, not used: see ``Delegate``.
  /// - Throws: `InterpreterError.failedToLoadModel` if there is no such file or it is no model.
  public convenience init(modelPath: String, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    guard let bytes = try? Bytes(contentsOfFile: modelPath) else { throw InterpreterError.failedToLoadModel }
    try self.init(bytes, options, delegates)
  }

  /// Reads a model from memory; ``allocateTensors()`` prepares it.
  ///
  /// - Parameters:
  ///   - modelData: the bytes of a TFLite model.
  ///   - options: how many threads to use.
  ///   - delegates: kept, not used: see ``Delegate``.
  /// - Throws: `InterpreterError.failedToLoadModel` if the bytes are not a model.
  public convenience init(modelData: Data, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    try self.init(Bytes([UInt8](modelData)), options, delegates)
  }

  private init(_ bytes: Bytes, _ options: Options?, _ delegates: [any Delegate]?) throws {
    guard let model = try? Model(bytes), let graph = model.subgraphs.first else {
      throw InterpreterError.failedToLoadModel
    }
    self.model = model
    self.options = options
    self.delegates = delegates
    run = SubgraphRun(model, graph, inputs: graph.inputs, outputs: graph.outputs, options: options)
  }

  // MARK: Tensors

  /// The number of the model's inputs.
  public var inputTensorCount: Int { run.inputs.count }

  /// The number of the model's outputs.
  public var outputTensorCount: Int { run.outputs.count }

  /// Prepares the model for the shapes of its inputs, and allocates all of its tensors. Nothing happens if that was
  /// done and no shape has changed.
  ///
  /// - Throws: `InterpreterError.tensorFlowLiteError` that says why the model cannot be run.
  public func allocateTensors() throws {
    do throws(ModelError) {
      try run.allocate()
    } catch {
      throw InterpreterError.tensorFlowLiteError("\(error)")
    }
  }

  /// Changes the shape of an input. The model is prepared for it by ``allocateTensors()``, which must follow.
  ///
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `failedToResizeInputTensor` if there
  ///   can be no tensor of this shape.
  public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
    try check(index, of: inputTensorCount)
    guard run.resize(index, to: shape.dimensions) else {
      throw InterpreterError.failedToResizeInputTensor(index: index)
    }
  }

  /// A copy of an input.
  ///
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `allocateTensorsRequired` before
  ///   ``allocateTensors()``, `invalidTensorDataType` if `Tensor.DataType` has no case for its elements.
  public func input(at index: Int) throws -> Tensor {
    try check(index, of: inputTensorCount)
    guard let copy = run.input(index) else { throw InterpreterError.allocateTensorsRequired }
    guard let tensor = Tensor(copy) else { throw InterpreterError.invalidTensorDataType }
    return tensor
  }

  /// A copy of an output.
  ///
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such output, `invokeInterpreterRequired` before
  ///   ``allocateTensors()``, or before ``invoke()`` if its shape depends on values, `invalidTensorDataType` if
  ///   `Tensor.DataType` has no case for its elements.
  public func output(at index: Int) throws -> Tensor {
    try check(index, of: outputTensorCount)
    guard let copy = run.output(index) else { throw InterpreterError.invokeInterpreterRequired }
    guard let tensor = Tensor(copy) else { throw InterpreterError.invalidTensorDataType }
    return tensor
  }

  /// Copies bytes into an input; they are kept from run to run.
  ///
  /// - Returns: the input with its new contents.
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `invalidTensorDataCount` if it takes
  ///   another number of bytes, `allocateTensorsRequired` before ``allocateTensors()``.
  @discardableResult
  public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
    try check(index, of: inputTensorCount)
    guard let required = run.inputByteCount(index) else { throw InterpreterError.allocateTensorsRequired }
    guard data.count == required else {
      throw InterpreterError.invalidTensorDataCount(provided: data.count, required: required)
    }
    run.set(index, to: data)
    return try input(at: index)
  }

  private func check(_ index: Int, of count: Int) throws(InterpreterError) {
    guard (0..<count).contains(index) else { throw .invalidTensorIndex(index: index, maxIndex: count - 1) }
  }

  // MARK: Running

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `InterpreterError.allocateTensorsRequired` before ``allocateTensors()``, `tensorFlowLiteError` that says
  ///   why a run was not possible.
  public func invoke() throws {
    let wasAllocated: Bool
    do throws(ModelError) {
      wasAllocated = try run.invoke()
    } catch {
      throw InterpreterError.tensorFlowLiteError("\(error)")
    }
    guard wasAllocated else { throw InterpreterError.allocateTensorsRequired }
  }

  // MARK: Signatures

  /// The names of the model's signatures, in its order.
  public var signatureKeys: [String] { model.signatures.map(\.key) }

  /// A runner for a signature, with tensors of its own.
  ///
  /// - Throws: `SignatureRunnerError.failedToCreateSignatureRunner` if there is no such signature or it does not fit
  ///   its subgraph, `failedToAllocateTensors` if it cannot be run.
  public func signatureRunner(with key: String) throws -> SignatureRunner {
    try SignatureRunner(interpreter: self, signatureKey: key)
  }
}
