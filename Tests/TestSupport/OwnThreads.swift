import Dispatch
import Foundation

/// Threads for concurrency tests, however few cores there are.
public enum OwnThreads {
  /// Runs `body` on `count` threads, with their numbers, and waits for all of them.
  public static func run(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    start(count, body).wait()
  }

  /// The same for calls that might never return: whether all did within a minute. The others are abandoned.
  public static func finish(_ count: Int = 1, _ body: @escaping @Sendable (_ index: Int) -> Void) -> Bool {
    start(count, body).wait(timeout: .now() + 60) == .success
  }

  private static func start(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    return group
  }
}
