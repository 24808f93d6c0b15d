import MudraPlatform
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct InferenceTests {
  /// An operator that counts how often it infers from its inputs.
  private struct Counted: Operator, ProblemOperation {
    final class Count: Sendable {
      let looks = Mutex(0)
    }

    final class Nothing: PreparedOperator {
      let provider = KernelProvider.reference
      func run(_ io: OperatorIO) {}
    }

    static let tfliteName = "COUNTED"
    static let builtinCode = -1
    let count = Count()

    init(parsing options: OperatorOptions) {}

    func problem(_ inputs: Operands) throws(OperatorError) -> Int {
      count.looks.withLock { $0 += 1 }
      return 21
    }

    func outputTypes(of problem: Int) throws(OperatorError) -> [TensorType] { [try TensorType(.float32, [4])] }
    func packedByteCount(of problem: Int) -> Int? { 2 * problem }
    func multiplyAdds(of problem: Int) -> Int { problem }

    func prepare(_ problem: Int, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
      Nothing()
    }
  }

  @Test func `a plan looks at the inputs of a node once`() throws {
    let operation = Counted(parsing: .defaults)
    var builder = GraphBuilder()
    let output = try builder.apply(operation, builder.input([4]))
    let plan = try Plan(preparing: builder.graph(outputs: [output]), options: PlanOptions())
    #expect(plan.steps.map(\.multiplyAdds) == [21])
    #expect(operation.count.looks.withLock { $0 } == 1)
  }
}
