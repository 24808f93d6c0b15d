import Foundation
import TensorFlowLite
import TestSupport
import Testing

/// What the tests of Google's library assert of its interpreter.
@Suite struct InterpreterTests {
  private let interpreter: Interpreter
  private let input = Data(copying: [Float(1), 3])

  init() throws { interpreter = try Interpreter(modelData: AdditionModels.floats) }

  /// Shape [2], and the values 1 and 3.
  private func prepare(_ interpreter: Interpreter, _ data: Data) throws {
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    try interpreter.copy(data, toInputAt: 0)
  }

  // MARK: Making one

  @Test func `a model is read from a file and from memory`() throws {
    try TemporaryFolder.withFile([UInt8](AdditionModels.floats), as: "add.tflite") { path in
      let interpreter = try Interpreter(modelPath: path)
      #expect(interpreter.inputTensorCount == 1)
      #expect(interpreter.outputTensorCount == 1)
      #expect(interpreter.options == nil)
      #expect(interpreter.delegates == nil)
      var mapped = Interpreter.Options()
      mapped.mapsModelFile = true
      #expect(try Interpreter(modelPath: path, options: mapped).inputTensorCount == 1)
    }
    var options = Interpreter.Options()
    options.threadCount = 2
    #expect(try Interpreter(modelData: AdditionModels.quantizedBytes, options: options).options == options)
  }

  @Test func `a file that is not a model is not loaded`() throws {
    #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelPath: "/invalid/path") }
    #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelPath: "") }
    #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelData: Data([1, 2, 3])) }
    #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelData: Data()) }
  }

  @Test func `the reason why a model is not loaded is a part of the sentence`() {
    func reason(_ load: () throws -> Interpreter) -> String? {
      do { _ = try load() } catch InterpreterError.failedToLoadModel(let reason) { return reason } catch {}
      return nil
    }
    #expect(reason { try Interpreter(modelPath: "/invalid/path") }?.contains("No such file") == true)
    #expect(reason { try Interpreter(modelData: Data([1, 2, 3])) }?.isEmpty == false)
    #expect(reason { try Interpreter(modelData: Data("<!DOCTYPE html>".utf8)) }?.contains("an HTML page") == true)
    let error = InterpreterError.failedToLoadModel(reason: "the file is empty")
    #expect(error.localizedDescription == "Failed to load the given model. the file is empty")
    #expect(error == .failedToLoadModel && Set([error, .failedToLoadModel]).count == 1)
  }

  @Test func `an operator that nobody has is named when tensors are allocated`() throws {
    let interpreter = try Interpreter(modelData: AdditionModels.unknownOperator)
    #expect(throws: InterpreterError.tensorFlowLiteError("unsupported operator Unheard")) {
      try interpreter.allocateTensors()
    }
  }

  @Test func `options have defaults and are compared`() {
    var options = Interpreter.Options()
    #expect(options.threadCount == nil)
    #expect(!options.isXNNPackEnabled)
    #expect(options == Interpreter.Options())
    options.threadCount = 2
    #expect(options != Interpreter.Options())
    var other = Interpreter.Options()
    other.threadCount = 2
    #expect(options == other)
    other.isXNNPackEnabled = true
    #expect(options != other)
  }

  @Test func `options have the engine's limits, arithmetic, kernels and operators`() throws {
    func allocate(_ model: Data = AdditionModels.floats, _ change: (inout Interpreter.Options) -> Void) throws
      -> Interpreter
    {
      var options = Interpreter.Options()
      change(&options)
      let interpreter = try Interpreter(modelData: model, options: options)
      try interpreter.allocateTensors()
      return interpreter
    }
    #expect(throws: InterpreterError.tensorFlowLiteError("the model needs 192 bytes of memory, the limit is 1")) {
      try allocate { $0.modelLimits.memoryByteCount = 1 }
    }
    #expect(throws: InterpreterError.failedToLoadModel) { try allocate { $0.bundleLimits.fileByteCount = 100 } }
    for provider in KernelProvider.available {
      let interpreter = try allocate {
        $0.kernelProvider = provider
        $0.precision = .fast
      }
      try interpreter.copy(realNumbers: [2], toInputAt: 0)
      try interpreter.invoke()
      #expect(try interpreter.realNumbers(ofOutputAt: 0) == [6])
    }
    let custom = try allocate(AdditionModels.unknownOperator) { $0.customOperators.append(Unheard.self) }
    try custom.copy(realNumbers: [2], toInputAt: 0)
    try custom.invoke()
    #expect(try custom.realNumbers(ofOutputAt: 0) == [20])
    var options = Interpreter.Options()
    options.customOperators.append(Unheard.self)
    #expect(options != Interpreter.Options())
  }

  @Test func `delegates are kept and change nothing`() throws {
    let delegate = MetalDelegate()
    let interpreter = try Interpreter(modelData: AdditionModels.floats, delegates: [delegate])
    #expect(interpreter.delegates?.first === delegate)
    #expect(CoreMLDelegate() == nil)
    try prepare(interpreter, input)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data.elements(of: Float.self) == [3, 9])
  }

  // MARK: Before tensors are allocated

  @Test func `nothing runs or is read before tensors are allocated`() throws {
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.copy(input, toInputAt: 0) }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    try interpreter.allocateTensors()
    try interpreter.invoke()
    try interpreter.resizeInput(at: 0, to: [2])
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
  }

  @Test func `a tensor that does not exist is refused in every call`() throws {
    for isAllocated in [false, true] {
      if isAllocated { try interpreter.allocateTensors() }
      for index in [1, -1, .max] {
        let error = InterpreterError.invalidTensorIndex(index: index, maxIndex: 0)
        #expect(throws: error) { try interpreter.input(at: index) }
        #expect(throws: error) { try interpreter.output(at: index) }
        #expect(throws: error) { try interpreter.resizeInput(at: index, to: [2, 2, 3]) }
        #expect(throws: error) { try interpreter.copy(input, toInputAt: index) }
      }
    }
  }

  // MARK: Tensors

  @Test func `inputs and outputs are copies of tensors with all their facts`() throws {
    try prepare(interpreter, input)
    #expect(try interpreter.input(at: 0) == Tensor(name: "input", dataType: .float32, shape: [2], data: input))
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(
      output == Tensor(name: "output", dataType: .float32, shape: [2], data: Data(copying: [Float(3), 9])))
    #expect(try interpreter.input(at: 0).data == input)
  }

  @Test(arguments: [(Tensor.DataType.uInt8, AdditionModels.quantizedBytes), (.int8, AdditionModels.signedBytes)])
  func `quantized tensors have parameters`(type: Tensor.DataType, model: Data) throws {
    let interpreter = try Interpreter(modelData: model)
    try prepare(interpreter, Data([1, 3]))
    let parameters = QuantizationParameters(scale: 0.003922, zeroPoint: 0)
    #expect(
      try interpreter.input(at: 0)
        == Tensor(name: "input", dataType: type, shape: [2], data: Data([1, 3]), quantizationParameters: parameters))
    try interpreter.invoke()
    #expect(
      try interpreter.output(at: 0)
        == Tensor(name: "output", dataType: type, shape: [2], data: Data([3, 9]), quantizationParameters: parameters))
  }

  @Test(arguments: [AdditionModels.quantizedBytes, AdditionModels.signedBytes])
  func `real numbers are rounded to the integers of an input, and those of an output stand for some`(model: Data) throws
  {
    let interpreter = try Interpreter(modelData: model)
    #expect(throws: InterpreterError.allocateTensorsRequired) {
      try interpreter.copy(realNumbers: [1], toInputAt: 0)
    }
    try interpreter.allocateTensors()
    try interpreter.copy(realNumbers: [0.1], toInputAt: 0)
    // 25.497 steps.
    #expect(try interpreter.input(at: 0).data == Data([25]))
    try interpreter.invoke()
    #expect(try interpreter.realNumbers(ofOutputAt: 0) == [75 * Float(0.003922)])
    try interpreter.copy(realNumbers: [.nan], toInputAt: 0)
    #expect(try interpreter.input(at: 0).data == Data([model == AdditionModels.signedBytes ? 128 : 0]))
    try interpreter.copy(realNumbers: [9], toInputAt: 0)
    #expect(try interpreter.input(at: 0).data == Data([model == AdditionModels.signedBytes ? 127 : 255]))
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 2, required: 1)) {
      try interpreter.copy(realNumbers: [1, 2], toInputAt: 0)
    }
  }

  @Test func `inputs and outputs are seen where they are`() throws {
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.withInput(at: 0) { _ in } }
    #expect(throws: InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0)) {
      try interpreter.withInput(at: 1) { _ in }
    }
    try prepare(interpreter, input)
    try interpreter.withInput(at: 0) { $0.storeBytes(of: 5, as: Float.self) }
    try interpreter.invoke()
    #expect(try interpreter.withOutput(at: 0) { Array($0.bindMemory(to: Float.self)) } == [15, 9])
  }

  @Test func `the number of bytes must be that of the input`() throws {
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    #expect(try interpreter.copy(input, toInputAt: 0).data == input)
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 7, required: 8)) {
      try interpreter.copy(Data(count: 7), toInputAt: 0)
    }
    // A slice begins at another index than 0.
    #expect(try interpreter.copy((Data([1]) + input).dropFirst(), toInputAt: 0).data == input)
  }

  @Test func `inputs keep their values if tensors are allocated again`() throws {
    try prepare(interpreter, input)
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    #expect(try interpreter.input(at: 0).data == input)
    try interpreter.resizeInput(at: 0, to: [2, 2, 3])
    try interpreter.allocateTensors()
    #expect(try interpreter.input(at: 0).shape == [2, 2, 3])
  }

  @Test func `shapes that no tensor can have are refused, and those that the limits forbid`() throws {
    for shape: Tensor.Shape in [[-1], [.max, 2], [1, 1, 1, 1, 1, 1, 1, 1, 1]] {
      #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
        try interpreter.resizeInput(at: 0, to: shape)
      }
    }
    try interpreter.resizeInput(at: 0, to: [1 << 28])
    #expect(throws: InterpreterError.self) { try interpreter.allocateTensors() }
    try interpreter.resizeInput(at: 0, to: [1])
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }

  // MARK: Types

  @Test func `shapes are made of arrays, elements and literals`() {
    let shape = Tensor.Shape([2, 2, 3])
    #expect(shape == [2, 2, 3])
    #expect(shape == Tensor.Shape(2, 2, 3))
    #expect(shape.rank == 3)
    #expect(shape.dimensions == [2, 2, 3])
    #expect(shape != [2, 2, 4])
  }

  @Test func `the version has three numbers`() {
    #expect(Runtime.version.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
  }

  @Test func `errors are sentences`() {
    let error: any Error = InterpreterError.invalidTensorIndex(index: 2, maxIndex: 1)
    #expect(error.localizedDescription == "Invalid tensor index 2, max index is 1.")
    #expect("\(InterpreterError.allocateTensorsRequired)" == "Must call allocateTensors().")
  }
}

/// An operator of the tests' own: twice the sum of two inputs.
private struct Unheard: CustomOperator {
  static let name = "Unheard"
  init(options: Bytes, version: Int) {}
  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    [CustomTensor(.float32, inputs[0]?.shape ?? [])]
  }
  func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) -> any CustomKernel { Kernel() }

  struct Kernel: CustomKernel {
    func run(_ operands: CustomOperands) {
      let (left, right) = (operands.input(0, as: Float.self), operands.input(1, as: Float.self))
      let output = operands.output(0, as: Float.self)
      for index in output.indices { output[index] = 2 * (left[index] + right[index]) }
    }
  }
}
