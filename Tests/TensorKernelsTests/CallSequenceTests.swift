import EmittedKernels
import MachineCode
import TensorKernels
import TestSupport
import Testing

@Suite(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
struct CallSequenceTests {
  @Test func `calls are made in order`() throws {
    let limits: [(Float, Float)] = [(7, 8), (0, 5), (2, 9), (3, 4)]
    let values = try #require(PageEndFloats([1, 6, 10]))
    let kernels = try limits.map { try #require(MachineUnaryElementwise(.limit(lower: $0.0, upper: $0.1))) }
    let calls = kernels.map { $0.call(0..<3, values.pointer, values.pointer) }
    let sequence = CallSequence(calls)
    #expect(sequence.count == 4)
    // If clamped to 7…8 last, the values would end at 7.
    sequence.run()
    #expect(values.values == [4, 4, 4])

    let none = CallSequence([])
    none.run()
    #expect(values.values == [4, 4, 4])
    withExtendedLifetime(kernels) {}
  }

  @Test func `a call gives its code all six arguments`() throws {
    // Two operands, output, constants, rows and length all matter to a sum of rows.
    let problem = BroadcastPair(left: [3, 5], right: [5])
    let left = try #require(PageEndFloats((0..<15).map { Float($0) }))
    let right = try #require(PageEndFloats([100, 200, 300, 400, 500]))
    let output = try #require(PageEndFloats([Float](repeating: .nan, count: 15)))
    let kernel = try #require(MachineBinaryElementwise(.add, problem))
    var calls: [KernelCall] = []
    kernel.forEachCall(0..<15, left.pointer, right.pointer, output.pointer) { calls.append($0) }
    #expect(calls.count == 1)
    CallSequence(calls).run()
    let expected = (0..<15).map { index -> Float in Float(index) + 100 * Float(index % 5 + 1) }
    #expect(output.values == expected)
    withExtendedLifetime((left, right, kernel)) {}
  }
}
