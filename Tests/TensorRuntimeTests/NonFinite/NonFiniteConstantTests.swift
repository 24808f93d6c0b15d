import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// What is computed from constants when a model is prepared, beside the same computed when it runs.
@Suite struct NonFiniteConstantTests {
  private static let unary = [
    "ABS", "NEG", "SIGN", "SQUARE", "SQRT", "RSQRT", "EXP", "LOG", "SIN", "COS", "FLOOR", "CEIL", "ROUND", "LOGISTIC",
    "TANH", "ELU", "GELU", "HARD_SWISH", "LEAKY_RELU", "RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1", "SOFTMAX",
    "LOG_SOFTMAX", "L2_NORMALIZATION",
  ]
  private static let binary = [
    "ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "FLOOR_DIV", "FLOOR_MOD", "POW", "PRELU",
  ]

  private func operation(_ name: String) throws -> any AnyOperation {
    let type = try #require(OperatorRegistry.all.first { $0.tfliteName == name }, "\(name)")
    return try type.read(.defaults)
  }

  @Test(arguments: unary + binary, KernelProvider.available)
  func `constants give what inputs give`(_ name: String, _ provider: KernelProvider) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let operands = (0..<(Self.binary.contains(name) ? 2 : 1)).map { _ in
      NonFiniteNumbers.placed(in: random.floats(35 * 9), oneIn: 10, &random)
    }
    var (constant, computed) = (GraphBuilder(), GraphBuilder())
    let folded = try constant.applyAll(operation(name), operands.map { try constant.constant($0, [35, 9]) })
    let run = try computed.applyAll(operation(name), operands.map { _ in try computed.input([35, 9]) })
    let options = PlanOptions(provider: provider)
    let prepared = try Plan(preparing: constant.graph(outputs: folded), options: options)
    #expect(prepared.steps.isEmpty)
    let expected = try Session(prepared).results([])[0]
    let found = try Session(Plan(preparing: computed.graph(outputs: run), options: options)).results(operands)[0]
    #expect(NonFiniteNumbers.difference(found, expected) == nil)
    #expect(expected.contains { $0.isNaN } && expected.contains { $0.isFinite })
  }
}
