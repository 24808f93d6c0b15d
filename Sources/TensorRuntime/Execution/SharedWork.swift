/// Work that the threads of a pool do together: steps, one after the other, each of which consists of shares that can
/// be done at the same time, by any threads.
package protocol SharedWork: AnyObject, Sendable {
  /// Shares of step `step`, at most ``ShareProgress/largestShareCount``; 0 where the work ends. Asked for once all
  /// shares of the steps before are done.
  func shareCount(ofStep step: Int) -> Int
  /// Does a share. No two threads that do so at the same time have the same number. No allocation.
  func run(share: Int, ofStep step: Int, thread: Int)
}
