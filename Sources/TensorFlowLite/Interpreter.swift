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
  ///   - options: threads, limits, arithmetic, kernels and custom operators.
  ///   - delegates: kept, not used: see ``Delegate``.
  /// - Throws: `InterpreterError.failedToLoadModel` if there is no such file, or it is not a model.
  public convenience init(modelPath: String, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    try self.init(options, delegates) { limits throws(FormatError) in
      options?.mapsModelFile == true
        ? try Bytes(mappingFile: modelPath, limits: limits) : try Bytes(contentsOfFile: modelPath, limits: limits)
    }
  }

  /// Reads a model from memory; ``allocateTensors()`` prepares it.
  ///
  /// - Parameters:
  ///   - modelData: the bytes of a TFLite model.
  ///   - options: threads, limits, arithmetic, kernels and custom operators.
  ///   - delegates: kept, not used: see ``Delegate``.
  /// - Throws: `InterpreterError.failedToLoadModel` if the bytes are not a model.
  public convenience init(modelData: Data, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    try self.init(options, delegates) { limits throws(FormatError) in
      try limits.check(fileByteCount: modelData.count)
      return modelData.withUnsafeBytes { Bytes(copying: $0) }
    }
  }

  private init(
    _ options: Options?, _ delegates: [any Delegate]?, reading bytes: (BundleLimits) throws(FormatError) -> Bytes
  ) throws {
    let limits = (options ?? Options()).bundleLimits
    do throws(FormatError) {
      model = try Model(bytes(limits), limits: limits)
    } catch {
      throw InterpreterError.failedToLoadModel(reason: "\(error)")
    }
    let graph = model.subgraphs[0]
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
  /// - Returns: the input with its new contents, which are those of `data`, not another copy.
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `invalidTensorDataCount` if it takes
  ///   another number of bytes, `allocateTensorsRequired` before ``allocateTensors()``.
  @discardableResult
  public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
    try check(index, of: inputTensorCount)
    guard let required = run.inputByteCount(index) else { throw InterpreterError.allocateTensorsRequired }
    guard data.count == required else {
      throw InterpreterError.invalidTensorDataCount(provided: data.count, required: required)
    }
    guard let copied = run.set(index, to: data), let tensor = Tensor(copied) else {
      throw InterpreterError.invalidTensorDataType
    }
    return tensor
  }

  /// Sets an input to real numbers: as they are for floats, rounded for integers, by the tensor's scale if it has one
  /// (`zeroPoint + round(x / scale)`, within the limits of the type).
  ///
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `invalidTensorDataCount` if it has
  ///   another number of elements, `allocateTensorsRequired` before ``allocateTensors()``, `invalidTensorDataType` for
  ///   other elements than integers and floats of 32 and 64 bits.
  public func copy(realNumbers numbers: [Float], toInputAt index: Int) throws {
    try check(index, of: inputTensorCount)
    guard let required = run.inputElementCount(index) else { throw InterpreterError.allocateTensorsRequired }
    guard numbers.count == required else {
      throw InterpreterError.invalidTensorDataCount(provided: numbers.count, required: required)
    }
    guard run.set(index, toRealNumbers: numbers) else { throw InterpreterError.invalidTensorDataType }
  }

  /// The real numbers that an output represents: `scale · (integer − zeroPoint)` for integers that have scales.
  ///
  /// - Throws: `InterpreterError` as ``output(at:)``, `invalidTensorDataType` also for elements that are neither
  ///   integers nor floats.
  public func realNumbers(ofOutputAt index: Int) throws -> [Float] {
    try check(index, of: outputTensorCount)
    guard let numbers = run.realNumbers(ofOutput: index) else { throw InterpreterError.invokeInterpreterRequired }
    guard let numbers else { throw InterpreterError.invalidTensorDataType }
    return numbers
  }

  /// Calls `body` with the bytes of an input, which are kept from run to run: nothing is copied.
  ///
  /// - Throws: `InterpreterError.invalidTensorIndex` if there is no such input, `allocateTensorsRequired` before
  ///   ``allocateTensors()``; whatever `body` throws.
  public func withInput<R>(at index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R) throws -> R {
    try check(index, of: inputTensorCount)
    guard let result = try run.withInput(index, body) else { throw InterpreterError.allocateTensorsRequired }
    return result
  }

  /// Calls `body` with the bytes of an output, which are valid until the next ``invoke()``: nothing is copied.
  ///
  /// - Throws: `InterpreterError` as ``output(at:)``, whatever the type of the elements; whatever `body` throws.
  public func withOutput<R>(at index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try check(index, of: outputTensorCount)
    guard let result = try run.withOutput(index, body) else { throw InterpreterError.invokeInterpreterRequired }
    return result
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
