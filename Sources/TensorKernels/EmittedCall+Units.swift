import MachineCode

extension EmittedCall {
  /// The maximum number of calls of one operator in a table: more would take more memory than the time they save is
  /// worth.
  static let mostOfOperator = 1 << 14

  /// Executes the calls for some units, a few units at a time: the calls of very many units would take too much memory.
  static func run(_ units: Range<Int>, calls: (Range<Int>) -> [EmittedCall]) {
    for first in stride(from: units.lowerBound, to: units.upperBound, by: unitsAtATime) {
      for call in calls(first..<min(first + unitsAtATime, units.upperBound)) { call.run() }
    }
  }

  private static let unitsAtATime = 256
}
