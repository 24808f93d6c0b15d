/// Work that the threads of a pool do together: consecutive steps, each of which consists of shares that any threads
/// can run at the same time.
package protocol SharedWork: AnyObject, Sendable {
  /// Shares of step `step`, at most ``ShareProgress/largestShareCount``; 0 at the end of the work. Called once all
  /// shares of the preceding steps are done.
  func shareCount(ofStep step: Int) -> Int
  /// Runs a share. Threads that run shares at the same time have different numbers. Does not allocate.
  func run(share: Int, ofStep step: Int, thread: Int)
}
