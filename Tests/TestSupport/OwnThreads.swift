import Dispatch
import Foundation

/// Threads for tests of what happens at the same time, however few cores there are.
public enum OwnThreads {
  /// Runs `body` on `count` threads, with their numbers, and waits for all of them.
  public static func run(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    group.wait()
  }
}
