/// The emitted calls that a session, including its subgraphs' sessions, may still put in tables.
final class CallAllowance {
  /// The approximate maximum, whose tables take 50 MB. MediaPipe's networks have two thousand calls.
  private static let maxCalls = 1 << 18
  /// Bytes of a call in a table, including while the table is made.
  private static let callByteCount = 200

  private var left = maxCalls

  /// Makes a table of calls within a number of bytes; steps that do not fit run without one.
  ///
  /// - Parameter make: makes a table of up to the given number of calls, and returns it with the number of its calls.
  /// - Returns: the table and its bytes.
  func table<Table>(
    within byteCount: Int, _ make: (_ maxCalls: Int) -> (table: Table, calls: Int)
  ) -> (table: Table, byteCount: Int) {
    let (table, calls) = make(min(left, max(byteCount, 0) / Self.callByteCount))
    left -= calls
    return (table, calls * Self.callByteCount)
  }
}
