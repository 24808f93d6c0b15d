import MachineCode
import TensorKernels

/// A kernel whose units are emitted calls and nothing else.
package protocol EmittedKernel: UnitKernel {
  /// At most how many calls some units take.
  func maxCallCount(_ units: Range<Int>) -> Int
  /// Calls `body` with each call of some units, in order.
  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void)
}

extension EmittedKernel {
  package func maxCallCount(_ units: Range<Int>) -> Int { units.count }

  package var isEmitted: Bool { true }

  package func run(units: Range<Int>, _ operands: KernelOperands) { forEachCall(units, operands) { $0.run() } }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    guard maxCallCount(units) <= KernelCall.maxPerOperator else { return nil }
    var calls: [KernelCall] = []
    forEachCall(units, operands) { calls.append($0) }
    return calls
  }
}

extension KernelCall {
  /// Runs the calls of some units, a few units at a time to limit memory.
  static func run(_ units: Range<Int>, calls: (Range<Int>) -> [KernelCall]) {
    for first in stride(from: units.lowerBound, to: units.upperBound, by: unitsAtATime) {
      for call in calls(first..<min(first + unitsAtATime, units.upperBound)) { call.run() }
    }
  }

  private static let unitsAtATime = 256
}
