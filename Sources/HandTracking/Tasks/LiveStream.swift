import Dispatch

/// Frames as they come: one is processed, one waits, and a newer frame takes the place of the one that waits.
///
/// Frames are processed one after the other on one queue and answers handed out on another, so that a slow receiver
/// delays later answers but no frame. Every frame that was not replaced is answered once, in the order of time.
package final class LiveStream<Output: Sendable>: Sendable {
  /// What became of a frame.
  package typealias Answer = Result<Output, TaskError>

  private struct Pending: Sendable {
    let frame: Frame
    let timestamp: Int
  }

  private struct State {
    var waiting: Pending?
    var isBusy = false
    var hasEnded = false
    var lastTimestamp: Int?
    var droppedCount = 0
  }

  private let state = Guarded(State())
  private let frames = DispatchQueue(label: "mudra.live-stream.frames", qos: .userInitiated)
  private let answers = DispatchQueue(label: "mudra.live-stream.answers", qos: .userInitiated)
  private let process: @Sendable (Frame, _ timestamp: Int) -> Answer
  private let reportDrop: @Sendable (_ timestamp: Int) -> Void
  private let deliver: @Sendable (Answer, _ timestamp: Int) -> Void

  /// A stream without frames.
  ///
  /// - Parameters:
  ///   - process: answers a frame; called on a queue of the stream, one call at a time.
  ///   - reportDrop: is told which frame was replaced; called as `deliver` is.
  ///   - deliver: takes an answer; called on another queue of the stream, one call at a time.
  package init(
    process: @escaping @Sendable (Frame, _ timestamp: Int) -> Answer,
    reportDrop: @escaping @Sendable (_ timestamp: Int) -> Void = { _ in },
    deliver: @escaping @Sendable (Answer, _ timestamp: Int) -> Void
  ) {
    self.process = process
    self.reportDrop = reportDrop
    self.deliver = deliver
    frames.setSpecific(key: StreamQueue.key, value: .frames)
    answers.setSpecific(key: StreamQueue.key, value: .answers)
  }

  /// How many frames were replaced by newer ones before they were processed, or waited at the end.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Takes a frame and returns at once.
  ///
  /// - Throws: for a time that is not after the last frame's, replaced frames included; such a frame has no effect. Also
  ///   after the end.
  package func submit(_ frame: Frame, timestamp: Int) throws(TaskError) {
    let new = Pending(frame: frame, timestamp: timestamp)
    // A replaced frame is let go of outside the lock: its owner may do anything then.
    let (starts, replaced) = try state.withLock { (state) throws(TaskError) -> (Bool, Pending?) in
      guard !state.hasEnded else { throw .closed }
      if let previous = state.lastTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      state.lastTimestamp = timestamp
      guard state.isBusy else {
        state.isBusy = true
        return (true, nil)
      }
      let replaced = state.waiting
      state.waiting = new
      state.droppedCount += replaced == nil ? 0 : 1
      return (false, replaced)
    }
    if let replaced {
      let timestamp = replaced.timestamp
      answers.async { self.unlessEnded { self.reportDrop(timestamp) } }
    }
    if starts {
      start(new)
    }
  }

  /// Ends the stream, and waits for the frame that is being processed and for the receiver's call that is running. After
  /// that no call comes and no frame's memory is read.
  ///
  /// May be called anywhere and as often as one likes. Called by a receiver, it does not wait for receivers, which may be
  /// waiting for each other.
  package func close() {
    end()
    let queue = DispatchQueue.getSpecific(key: StreamQueue.key)
    if queue != .frames { frames.sync {} }
    if queue == nil { answers.sync {} }
  }

  /// Drops the frame that waits. The one that is being processed is finished, and no receiver's call begins any more.
  package func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      state.droppedCount += state.waiting == nil ? 0 : 1
      return state.waiting.take()
    }
    withExtendedLifetime(waiting) {}
  }

  private func unlessEnded(_ body: () -> Void) {
    guard !state.withLock({ $0.hasEnded }) else { return }
    body()
  }

  private func start(_ pending: Pending) {
    frames.async {
      guard !self.state.withLock({ $0.hasEnded }) else { return }
      let answer = self.process(pending.frame, pending.timestamp)
      // Not the frame: it would wait for a slow receiver with its answer.
      let timestamp = pending.timestamp
      self.answers.async { self.unlessEnded { self.deliver(answer, timestamp) } }
      let next = self.state.withLock { state in
        defer { state.waiting = nil }
        state.isBusy = state.waiting != nil
        return state.waiting
      }
      if let next {
        self.start(next)
      }
    }
  }
}

/// The kinds of queues of live streams.
private enum StreamQueue {
  case frames, answers

  /// Tells on which kind of queue code runs; nil elsewhere.
  static let key = DispatchSpecificKey<StreamQueue>()
}
