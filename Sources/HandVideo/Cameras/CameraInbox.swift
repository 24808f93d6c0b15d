import Foundation
import VisionTasks

/// Passes the newest frame from the thread that reads a camera to the one that takes frames.
package final class CameraInbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var frames = FrameQueue<CameraFrame>()
  private var failure: CameraError?
  private var isStopped = false
  private var hasProducer = true

  package init() {}

  /// The number of frames that were not taken.
  package var dropped: Int { condition.withLock { frames.droppedCount } }

  /// Brings a frame; false if no more are wanted.
  package func put(_ newest: CameraFrame?) -> Bool {
    condition.withLock {
      if let newest {
        _ = frames.add(newest)
        condition.signal()
      }
      return !isStopped
    }
  }

  /// Brings the last word: the thread that brings frames is at its end, perhaps by an error.
  package func end(_ error: CameraError?) {
    condition.withLock {
      failure = error
      hasProducer = false
      condition.broadcast()
    }
  }

  /// Takes the newest frame; nil if none comes within the time. A frame that is there goes before an error.
  package func take(withinSeconds limit: Double) throws(CameraError) -> CameraFrame? {
    let deadline = Date(timeIntervalSinceNow: limit)
    condition.lock()
    defer { condition.unlock() }
    while frames.isEmpty, hasProducer, condition.wait(until: deadline) {}
    if let newest = frames.next() { return newest }
    if let failure { throw failure }
    return nil
  }

  /// Wants no more frames, and waits until the thread that brings them has ended.
  package func stop() {
    condition.lock()
    defer { condition.unlock() }
    isStopped = true
    while hasProducer { condition.wait() }
  }
}
