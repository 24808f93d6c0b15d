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
