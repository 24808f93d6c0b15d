import Foundation
import TensorFlowLite
import Testing

/// What the tests of Google's library assert of its signature runner.
@Suite struct SignatureRunnerTests {
  private let interpreter: Interpreter
  private let input = Data(copying: [Float(2), 4])

  init() throws { interpreter = try Interpreter(modelData: AdditionModels.signatures) }

  @Test func `signatures have names`() throws {
    #expect(interpreter.signatureKeys == ["add", "sub"])
    #expect(try interpreter.signatureRunner(with: "add").signatureKey == "add")
    #expect(throws: SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: "dummy")) {
      try interpreter.signatureRunner(with: "dummy")
    }
    #expect(try Interpreter(modelData: AdditionModels.floats).signatureKeys.isEmpty)
  }

  @Test func `an input takes data of its shape, which can be changed`() throws {
    let runner = try interpreter.signatureRunner(with: "add")
    #expect(runner.inputs == ["x"])
    let tensor = try runner.input(named: "x")
    #expect((tensor.name, tensor.dataType, tensor.shape) == ("x:0", .float32, [1]))
    #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 8, required: 4)) {
      try runner.copy(input, toInputNamed: "x")
    }
    try runner.resizeInput(named: "x", toShape: [2])
    #expect(throws: SignatureRunnerError.allocateTensorsRequired) { try runner.copy(input, toInputNamed: "x") }
    try runner.allocateTensors()
    try runner.copy(input, toInputNamed: "x")
    #expect(try runner.input(named: "x") == Tensor(name: "x:0", dataType: .float32, shape: [2], data: input))
  }

  @Test func `a tensor that the signature does not have is named`() throws {
    let runner = try interpreter.signatureRunner(with: "add")
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "dummy")) {
      try runner.input(named: "dummy")
    }
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "output", nameInSignature: "x")) {
      try runner.output(named: "x")
    }
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "dummy")) {
      try runner.resizeInput(named: "dummy", toShape: [2])
    }
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "dummy")) {
      try runner.invoke(with: ["dummy": input])
    }
  }

  @Test(arguments: [("add", [Float(4), 6]), ("sub", [-1, 1])])
  func `a run of each signature gives its own outputs`(key: String, expected: [Float]) throws {
    let runner = try interpreter.signatureRunner(with: key)
    #expect(runner.outputs == ["output_0"])
    #expect(try runner.output(named: "output_0").shape == [1])
    try runner.resizeInput(named: "x", toShape: [2])
    try runner.invoke(with: ["x": input])
    #expect(
      try runner.output(named: "output_0")
        == Tensor(name: "Identity:0", dataType: .float32, shape: [2], data: Data(copying: expected)))
    // Inputs keep their values.
    try runner.invoke(with: [:])
    #expect(try runner.output(named: "output_0").data == Data(copying: expected))
  }

  @Test func `runners have tensors of their own`() throws {
    let (first, second) = (try interpreter.signatureRunner(with: "add"), try interpreter.signatureRunner(with: "add"))
    try first.invoke(with: ["x": Data(copying: [Float(1)])])
    try second.invoke(with: ["x": Data(copying: [Float(5)])])
    #expect(try first.output(named: "output_0").data.elements(of: Float.self) == [3])
    #expect(try second.output(named: "output_0").data.elements(of: Float.self) == [7])
  }

  @Test func `inputs and outputs are seen where they are`() throws {
    let runner = try interpreter.signatureRunner(with: "add")
    try runner.withInput(named: "x") { $0.storeBytes(of: 5, as: Float.self) }
    try runner.invoke(with: [:])
    #expect(try runner.withOutput(named: "output_0") { $0.load(as: Float.self) } == 7)
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "y")) {
      try runner.withInput(named: "y") { _ in }
    }
  }

  @Test func `why a signature cannot be run is a part of the sentence`() throws {
    var options = Interpreter.Options()
    options.modelLimits.memoryByteCount = 1
    let limited = try Interpreter(modelData: AdditionModels.signatures, options: options)
    do {
      _ = try limited.signatureRunner(with: "add")
      Issue.record("the limit is too small")
    } catch SignatureRunnerError.failedToAllocateTensors(let reason) {
      #expect(reason.contains("the limit is 1"))
    }
    let error = SignatureRunnerError.failedToAllocateTensors(reason: "because")
    #expect(error == .failedToAllocateTensors)
    #expect("\(error)" == "Failed to allocate memory for input tensors. because")
    #expect(
      SignatureRunnerError.failedToInvokeSignature(signatureKey: "a", reason: "b")
        == .failedToInvokeSignature(signatureKey: "a"))
  }
}
