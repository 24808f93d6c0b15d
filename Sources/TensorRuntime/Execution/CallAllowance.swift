/// How many emitted calls a session, and those that it runs subgraphs with, may still have in their tables.
final class CallAllowance {
  /// The approximate maximum, whose tables take 50 MB. MediaPipe's networks have two thousand calls.
  private static let mostCalls = 1 << 18

  /// The calls that are left.
  var left = mostCalls
}
