import MachineCode
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: KernelProvider.available.contains(.machineCode), "this machine does not run emitted code"))
struct CodeLimitTests {
  /// Four operators whose code all plans share: on `value`, of shape [1, 1, 1, 128].
  private static func applyShared(_ builder: inout GraphBuilder, to value: Int) throws -> [Int] {
    [
      try builder.apply(Add(parsing: .defaults), value, try builder.constant([Float](repeating: 1, count: 128))),
      try builder.apply(Mean(parsing: .defaults), value, try builder.integers([3])),
      try builder.apply(Softmax(parsing: .fields([0: .float(1)])), value),
      try builder.apply(BilinearResize(parsing: .defaults), value, try builder.integers([2, 2])),
    ]
  }

  /// Only the shared operators.
  private static func sharedAlone() throws -> Graph {
    var builder = GraphBuilder()
    let input = try builder.input([1, 1, 1, 128])
    let outputs = try applyShared(&builder, to: input)
    return builder.graph(outputs: outputs)
  }

  /// Convolutions of different sizes, each with its own pages.
  private static func muchCode() throws -> Graph {
    var builder = GraphBuilder()
    var value = try builder.input([1, 1, 1, 128])
    var channels = 128
    for next in (1...32).map({ 8 * $0 }) + [128] {
      let filter = try builder.constant([Float](repeating: 0, count: next * channels), [next, 1, 1, channels])
      value = try builder.apply(Conv2D(parsing: .convolution(padding: 1)), value, filter, nil)
      channels = next
    }
    let outputs = try applyShared(&builder, to: value)
    return builder.graph(outputs: outputs)
  }

  /// The routines that plans share are made once per process: the test needs its own.
  @Test func `a plan that has used up its code leaves the shared code to itself and others`() async {
    await #expect(processExitsWith: .success) {
      let code = CodeAllocator(byteCount: 64 << 10)
      let large = try Plan(preparing: Self.muchCode(), options: PlanOptions(), code: code)
      #expect(large.steps.contains { $0.provider == .machineCode && $0.name == "CONV_2D" })
      #expect(large.steps.contains { $0.provider == .simd }, "the plan has not used up its code")
      #expect(large.steps.suffix(4).map(\.provider) == [.machineCode, .machineCode, .machineCode, .machineCode])
      let small = try Plan(Self.sharedAlone(), provider: nil)
      #expect(small.steps.map(\.provider) == [.machineCode, .machineCode, .machineCode, .machineCode])
    }
  }
}
