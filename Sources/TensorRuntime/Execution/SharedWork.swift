/// Work shared by a pool's threads: consecutive steps, whose shares can run concurrently.
package protocol SharedWork: AnyObject, Sendable {
  /// At most ``ShareProgress/maxShareCount``; 0 at the end of the work. Called once all shares of earlier steps are
  /// done.
  func shareCount(ofStep step: Int) -> Int
  /// Runs a share without allocating. Concurrent callers have different thread numbers.
  func run(share: Int, ofStep step: Int, thread: Int)
}
