import MachineCode

extension EmittedCall {
  /// Calls that one operator may have in a table: more would take more memory than the time they save is worth.
  static let mostOfOperator = 1 << 14

  /// Makes the calls for some units of work, those of a few at a time: the calls of very many would take much memory.
  static func run(_ units: Range<Int>, calls: (Range<Int>) -> [EmittedCall]) {
    for first in stride(from: units.lowerBound, to: units.upperBound, by: unitsAtATime) {
      for call in calls(first..<min(first + unitsAtATime, units.upperBound)) { call.run() }
    }
  }

  private static let unitsAtATime = 256
}
