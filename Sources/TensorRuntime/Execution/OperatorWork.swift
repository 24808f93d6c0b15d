/// An operator run by Swift code, on the operands of a session.
///
/// It lives no longer than the session, whose memory it points to.
final class OperatorWork: ThreadWork, @unchecked Sendable {
  private let operation: any PreparedOperator
  private let io: OperatorIO

  var threadCount: Int { io.threadCount }

  /// - Parameter io: the operands, with the number of threads.
  init(_ operation: any PreparedOperator, _ io: OperatorIO) {
    self.operation = operation
    self.io = io
  }

  func run(thread: Int) {
    var io = io
    io.thread = thread
    operation.run(io)
  }
}
