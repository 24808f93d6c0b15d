/// How many emitted calls a session, and those that it runs subgraphs with, may still have in their tables.
final class CallAllowance {
  /// The approximate maximum, whose tables take 50 MB. MediaPipe's networks have two thousand calls.
  private static let mostCalls = 1 << 18
  /// Bytes that a call takes in a table, and while the table is made.
  private static let callByteCount = 200

  /// The calls that are left.
  private var left = mostCalls

  /// Makes a table of some calls within a number of bytes; what does not fit runs without one.
  ///
  /// - Parameter make: makes the table, given the number of calls that it may have; returns it, and the calls in it.
  /// - Returns: the table and its bytes.
  func table<Table>(
    within byteCount: Int, _ make: (_ most: Int) -> (table: Table, calls: Int)
  ) -> (table: Table, byteCount: Int) {
    let (table, calls) = make(min(left, max(byteCount, 0) / Self.callByteCount))
    left -= calls
    return (table, calls * Self.callByteCount)
  }
}
