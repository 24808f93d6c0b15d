import MachineCode

extension EmittedCall {
  /// Maximum calls of one operator in a table: more would take too much memory for the time saved.
  static let maxPerOperator = 1 << 14

  /// Runs the calls of some units, a few units at a time to limit memory.
  static func run(_ units: Range<Int>, calls: (Range<Int>) -> [EmittedCall]) {
    for first in stride(from: units.lowerBound, to: units.upperBound, by: unitsAtATime) {
      for call in calls(first..<min(first + unitsAtATime, units.upperBound)) { call.run() }
    }
  }

  private static let unitsAtATime = 256
}

/// A kernel whose units are emitted calls and nothing else.
package protocol EmittedKernel: UnitKernel {
  /// At most how many calls some units take.
  func maxCallCount(_ units: Range<Int>) -> Int
  /// Calls `body` with each call of some units, in order.
  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (EmittedCall) -> Void)
}

extension EmittedKernel {
  package func maxCallCount(_ units: Range<Int>) -> Int { units.count }

  package func run(units: Range<Int>, _ operands: KernelOperands) { forEachCall(units, operands) { $0.run() } }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    guard maxCallCount(units) <= EmittedCall.maxPerOperator else { return nil }
    var calls: [EmittedCall] = []
    forEachCall(units, operands) { calls.append($0) }
    return calls
  }
}

/// The calls of a kernel's steps, listed until one has none or there are too many.
struct EmittedCallList {
  /// What ends a list.
  struct Missing: Error {}

  private var calls: [EmittedCall] = []

  /// The calls that `body` appends; nil if it could not.
  static func calls(_ body: (inout EmittedCallList) throws(Missing) -> Void) -> [EmittedCall]? {
    var list = EmittedCallList()
    do throws(Missing) {
      try body(&list)
      return list.calls
    } catch {
      return nil
    }
  }

  /// Appends the calls of a step; nil if it has none.
  mutating func append(_ next: [EmittedCall]?) throws(Missing) {
    guard let next, calls.count + next.count <= EmittedCall.maxPerOperator else { throw Missing() }
    calls += next
  }

  mutating func append(_ call: EmittedCall) throws(Missing) {
    guard calls.count < EmittedCall.maxPerOperator else { throw Missing() }
    calls.append(call)
  }
}
