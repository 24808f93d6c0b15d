import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct InterpreterTests {
  private func interpreter(_ name: String) throws -> Interpreter {
    try Interpreter(OperatorFixture("graph", name).model())
  }

  @Test func `an input takes another shape`() throws {
    let interpreter = try Interpreter(OperatorFixture("relu6", "rank_4").model())
    try interpreter.resizeInput(0, to: [2, 1, 3, 2])
    #expect(interpreter.inputs[0].shape == [2, 1, 3, 2])
    #expect(interpreter.outputs[0].shape == [2, 1, 3, 2])
    interpreter.setInput(0, to: (0..<12).map { Float($0 - 2) })
    try interpreter.run()
    #expect(interpreter.output(0, as: Float.self) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6])
    try interpreter.resizeInput(0, to: [0])
    try interpreter.run()
    #expect(interpreter.output(0, as: Float.self) == [])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 8, 12, 20, 36])
  func `a large constant is read wherever it is in memory`(offset: Int) throws {
    let model = OneOperator(name: "ADD", inputs: [.empty([20_000]), .ones([20_000])]).bytes
    let bytes = Bytes([UInt8](repeating: 0, count: offset) + model)
    let interpreter = try Interpreter(Model(bytes.slice(at: offset, count: model.count)))
    interpreter.setInput(0, to: (0..<20_000).map { Float($0) })
    try interpreter.run()
    #expect(interpreter.output(0, as: Float.self) == (1...20_000).map { Float($0) })
  }

  @Test func `a shape that does not fit changes nothing`() throws {
    let interpreter = try interpreter("pad_conv_valid")
    let shape = interpreter.inputs[0].shape
    #expect(throws: ModelError.self) { try interpreter.resizeInput(0, to: [1, 5, 6, 4]) }
    #expect(throws: ModelError.self) { try interpreter.resizeInput(0, to: [1 << 40, 1, 1, 3]) }
    #expect(throws: ModelError.self) { try interpreter.resizeInput(0, to: [-1, 5, 6, 3]) }
    #expect(interpreter.inputs[0].shape == shape)
    try interpreter.run()
    try interpreter.resizeInput(0, to: [3, 4, 9, 3])
    #expect(interpreter.outputs[0].shape == [3, 4, 9, 5])
    try interpreter.run()
  }

  @Test func `inputs that must fit together are resized at once`() throws {
    let interpreter = try Interpreter(OperatorFixture("add", "same_shape").model())
    #expect(throws: ModelError.self) { try interpreter.resizeInput(0, to: [5, 7]) }
    try interpreter.resizeInputs(to: [[5, 7], [5, 7]])
    #expect(interpreter.outputs[0].shape == [5, 7])
  }

  @Test func `a shape that is computed at run time may change from run to run`() throws {
    let interpreter = try interpreter("shape_from_an_input")
    #expect(interpreter.plan == nil)
    let values = (0..<12).map { Float($0) }
    for shape: [Int32] in [[3, 4], [12, 1], [3, 4], [-1, 6], [2, -1]] {
      interpreter.setInput(0, to: values)
      interpreter.setInput(1, to: shape)
      try interpreter.run()
      #expect(interpreter.output(0, as: Float.self) == values)
      let known = shape.map { $0 < 0 ? 12 / shape.map(Int.init).filter { $0 > 0 }.reduce(1, *) : Int($0) }
      #expect(interpreter.outputs[0].shape == known)
    }
  }

  @Test func `stages have a limit`() throws {
    typealias Table = [Int: FlatWriter.Value]
    // Sums of an input, each of which is the shape of what has no elements.
    func model(stages: Int) throws -> Model {
      var tensors: [Table] = [[0: .int32s([0]), 1: .byte(2)], [0: .int32s([1]), 1: .byte(2)]]
      var operators: [Table] = []
      var sum = 1
      for _ in 0..<stages {
        tensors += [[0: .int32s([1]), 1: .byte(2)], [0: .int32s([0]), 1: .byte(2)]]
        let next = tensors.count - 2
        operators.append(
          [0: .int(0), 1: .int32s([sum, 1]), 2: .int32s([next]), 3: .byte(11), 4: .table([:])])
        operators.append([0: .int(1), 1: .int32s([0, next]), 2: .int32s([next + 1])])
        sum = next
      }
      let graph: Table = [
        0: .tables(tensors), 1: .int32s([0, 1]), 2: .int32s([tensors.count - 1]), 3: .tables(operators),
      ]
      let codes: [Table] = [[0: .byte(0), 3: .int(0)], [0: .byte(22), 3: .int(22)]]
      return try Model(
        Bytes(
          FlatWriter.buffer(
            root: [0: .int(3), 1: .tables(codes), 2: .tables([graph]), 4: .tables([[:]])], identifier: "TFL3")))
    }
    // One more than values that are waited for.
    try Interpreter(model(stages: 255)).run()
    #expect(throws: ModelError.tooManyStages(limit: 256)) { try Interpreter(model(stages: 256)).run() }
  }

  @Test func `a shape that cannot be is an error of the run, and the next run is well`() throws {
    let interpreter = try interpreter("shape_from_an_input")
    for shape: [Int32] in [[5, 4], [-2, 4], [0, 0], [.max, .max]] {
      interpreter.setInput(1, to: shape)
      #expect(throws: ModelError.self) { try interpreter.run() }
    }
    interpreter.setInput(1, to: [6, 2] as [Int32])
    try interpreter.run()
    #expect(interpreter.outputs[0].shape == [6, 2])
  }

  @Test func `a plan alone refuses such a model and says why`() throws {
    let model = try OperatorFixture("graph", "shape_from_an_input").model()
    #expect(throws: ModelError.node(index: 0, name: "RESHAPE", .inputNotConstant(1))) { try Plan(model) }
  }

  @Test func `a signature has names and an order of its own`() throws {
    let model = try OperatorFixture("graph", "signatures").model()
    #expect(try Interpreter(model, signature: "plain").outputs.map(\.name) == ["difference", "total"])
    let swapped = try Interpreter(model, signature: "swapped")
    #expect(swapped.inputs.map(\.name) == ["minus", "plus"])
    #expect(swapped.inputIndex(named: "plus") == 1)
    #expect(swapped.outputIndex(named: "total") == nil)
    swapped.setInput(0, to: [Float](repeating: 1, count: 6))
    swapped.setInput(1, to: [Float](repeating: 3, count: 6))
    try swapped.run()
    #expect(swapped.outputs.count == 1)
    #expect(swapped.output(0, as: Float.self) == [4, 4, 4, 4, 4, 4])
    #expect(throws: ModelError.noSignature("other", available: ["plain", "swapped"])) {
      try Interpreter(model, signature: "other")
    }
  }

  @Test(arguments: ["while", "if", "call_once"])
  func `control flow that never ends is refused`(_ name: String) throws {
    let model = try OperatorFixture("graph", "bad_\(name)").model()
    #expect(throws: ModelError.node(index: 0, name: name.uppercased(), .subgraph(0, reason: "calls itself"))) {
      try Interpreter(model)
    }
  }

  @Test func `a model without the signature is refused`() throws {
    let model = try OperatorFixture("relu6", "rank_4").model()
    #expect(throws: ModelError.noSignature("serve", available: [])) { try Interpreter(model, signature: "serve") }
  }

  @Test func `what each stage knows of the tensors counts as memory`() throws {
    // A sum whose axis is set at run time, among unused tensors.
    let tensors = [.empty([1, 1]), .empty([1], .int32)] + [OneOperator.Tensor](repeating: .empty([1]), count: 2000)
    let sum = OneOperator(name: "SUM", inputs: tensors, inputIndices: [0, 1], graphInputs: [0, 1])
    func run(_ memoryByteCount: Int) throws {
      let options = PlanOptions(limits: ModelLimits(memoryByteCount: memoryByteCount))
      try Interpreter(Model(Bytes(sum.bytes)), options: options).run()
    }
    #expect(throws: Never.self) { try run(1 << 20) }
    #expect(throws: ModelError.constantsTooLarge(byteCount: 4, limit: 0)) { try run(100_000) }
  }

  @Test func `numbers with a scale for each index of an axis are real numbers, and back`() throws {
    // The only such tensors that reach a caller are those that operators pass on.
    typealias Table = [Int: FlatWriter.Value]
    let tensors: [Table] = ["in", "out"].map {
      [
        0: .int32s([2, 3]), 1: .byte(9), 2: .int(0), 3: .string($0),
        4: .table([2: .floats([0.5, 2]), 3: .int64s([0, 0]), 6: .int(0)]),
      ]
    }
    let graph: Table = [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s([1]),
      3: .tables([[0: .int(0), 1: .int32s([0]), 2: .int32s([1])]]),
    ]
    // SQUEEZE is 43 in the schema's numbers.
    let model = FlatWriter.buffer(
      root: [
        0: .int(3), 1: .tables([[0: .byte(43), 2: .int(1), 3: .int(43)]]), 2: .tables([graph]), 4: .tables([[:]]),
      ], identifier: "TFL3")
    let interpreter = try Interpreter(Model(Bytes(model)))
    #expect(interpreter.setInput(0, toRealNumbers: [0.5, -0.75, 100, 0.5, -3, 1000]))
    try interpreter.run()
    #expect(interpreter.output(0, as: Int8.self) == [1, -2, 127, 0, -2, 127])
    #expect(interpreter.realNumbers(ofOutput: 0) == [0.5, -1, 63.5, 0, -4, 254])
  }
}
