/// Who gets the answers of a live stream, and the task that they come from. Neither is kept alive by the stream.
///
/// Set before the first frame, then only read, and the delegate is used on the queue of answers alone.
final class LiveStreamReceiver<Owner: AnyObject>: @unchecked Sendable {
  private(set) weak var owner: Owner?
  /// The delegate, whose protocol the task knows.
  private(set) weak var delegate: AnyObject?

  init(delegate: AnyObject?) {
    self.delegate = delegate
  }

  /// Says which task the answers come from; to be called once, when it is made.
  func belongs(to owner: Owner) {
    self.owner = owner
  }
}
