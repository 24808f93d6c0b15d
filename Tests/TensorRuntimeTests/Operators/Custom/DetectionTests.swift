import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// TFLite's own operator for the outputs of SSD detectors, against LiteRT's results.
@Suite struct DetectionTests {
  @Test(arguments: try OperatorFixture.cases(of: "detection"))
  func `detections are LiteRT's`(_ fixture: OperatorFixture) throws {
    // Two exponentials of the system, and sums of four numbers.
    #expect(try fixture.failures(.ulps(8)) == [])
  }

  @Test(arguments: try OperatorFixture.badModels(of: "detection"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }

  @Test func `a program that brings no operators has it too`() throws {
    _ = try Plan(OperatorFixture("detection", "fast").model(), options: PlanOptions(customOperators: []))
  }

  @Test func `a box that ends before it starts is an error of the run`() throws {
    let model = try OperatorFixture("detection", "fast").model()
    let operation = try #require(model.subgraphs[0].operators[0].customOptions)
    let one = OneOperator(
      name: "TFLite_Detection_PostProcess", customOptions: operation.array,
      inputs: [.empty([1, 1, 4]), .empty([1, 1, 4]), .empty([1, 4])],
      outputs: [.empty([1]), .empty([1]), .empty([1]), .empty([1])])
    let session = try Session(Plan(Model(Bytes(one.bytes))))
    session.setInput(2, [0.5, 0.5, -1, 1])
    #expect(throws: one.error(.value(name: "box, whose end is before its start,", 0))) { try session.run() }
    session.setInput(2, [0.5, 0.5, 1, 1])
    try session.run()
    #expect(session.output(0)[..<4] == [0, 0, 1, 1])
  }

  @Test func `scores that are no numbers are no trap`() throws {
    for name in ["fast", "fast_all_classes", "regular"] {
      let session = try Session(Plan(OperatorFixture("detection", name).model()))
      let count = session.plan.inputs[1].elementCount
      var random = SeededGenerator(seed: 7)
      for _ in 0..<20 {
        session.setInput(1, (0..<count).map { _ in random.next() % 3 == 0 ? .nan : Float(random.next() % 4) })
        try session.run()
        #expect(session.output(3)[0] >= 0)
      }
    }
  }

  @Test func `options may be anything`() throws {
    let fixture = OperatorFixture("detection", "regular")
    let whole = try #require(try fixture.model().subgraphs[0].operators[0].customOptions).array
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int(random.next() % 4 + 1) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let one = OneOperator(
        name: "TFLite_Detection_PostProcess", customOptions: bytes,
        inputs: [.empty([1, 5, 4]), .empty([1, 5, 4]), .empty([5, 4])],
        outputs: [.empty([1]), .empty([1]), .empty([1]), .empty([1])])
      _ = try? Plan(Model(Bytes(one.bytes)))
    }
  }
}
