/// Work that the threads of a pool share: each of them makes its part of it, all at the same time.
package protocol ThreadWork: AnyObject, Sendable {
  /// Threads that take part; those of a pool with a lower number.
  var threadCount: Int { get }
  /// Makes the part of thread `thread`. No allocation.
  func run(thread: Int)
}
