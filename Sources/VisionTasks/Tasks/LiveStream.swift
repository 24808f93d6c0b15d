import Dispatch

/// Frames as they come: one is processed, one waits, and a newer frame takes the place of the one that waits.
///
/// Frames are processed one after the other on one queue and answers handed out on another, so that a slow receiver
/// delays later answers but no frame, until ``answerLimit`` answers wait for it. Every frame that was not replaced is
/// answered once, in the order of time.
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
    /// Frames that are processed or whose answer was not handed out yet.
    var unansweredCount = 0
    var hasEnded = false
    var lastTimestamp: Int?
    var droppedCount = 0
    /// Times of dropped frames that the receiver was not told of, at most ``dropReportLimit``.
    var unreportedDrops: [Int] = []
    /// Whether the queue of answers holds a call of `reportDrops()`.
    var willReport = false

    /// The frame that waits, if it is its turn.
    mutating func takeNext() -> Pending? {
      guard !isBusy, unansweredCount < answerLimit, let next = waiting.take() else { return nil }
      isBusy = true
      unansweredCount += 1
      return next
    }
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

  /// How many frames were replaced by newer ones, or not answered before the end. All others that were taken are
  /// answered. The receiver hears of the replaced ones, but for those that come while ``dropReportLimit`` reports wait
  /// for it.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Takes a frame and returns at once.
  ///
  /// - Throws: for a time that is not after the last frame's, replaced frames included; such a frame has no effect.
  ///   Also after the end.
  package func submit(_ frame: Frame, timestamp: Int) throws(TaskError) {
    // A replaced frame is let go of outside the lock: its owner may do anything then.
    let (next, replaced) = try state.withLock { (state) throws(TaskError) -> (Pending?, Pending?) in
      guard !state.hasEnded else { throw .closed }
      if let previous = state.lastTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      state.lastTimestamp = timestamp
      let replaced = state.waiting
      state.droppedCount += replaced == nil ? 0 : 1
      state.waiting = Pending(frame: frame, timestamp: timestamp)
      if let dropped = replaced?.timestamp, state.unreportedDrops.count < dropReportLimit {
        state.unreportedDrops.append(dropped)
        // Within the lock, so that a drop is told before what becomes of later frames.
        if !state.willReport { answers.async { self.reportDrops() } }
        state.willReport = true
      }
      return (state.takeNext(), replaced)
    }
    withExtendedLifetime(replaced) {}
    if let next { start(next) }
  }

  /// Ends the stream, and waits for the frame that is being processed and for the receiver's call that is running.
  /// After that no call comes and no frame's memory is read.
  ///
  /// May be called anywhere and as often as one likes. Called by a receiver, it does not wait for receivers, which may
  /// be waiting for each other.
  package func close() {
    end()
    let queue = DispatchQueue.getSpecific(key: StreamQueue.key)
    if queue != .frames { frames.sync {} }
    guard queue == nil else { return }
    answers.sync {}
    // A frame that was taken up just before the end comes after what was waited for; it is counted as dropped.
    frames.sync {}
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

  /// Tells the receiver of the drops so far, unless the stream ends meanwhile.
  private func reportDrops() {
    let timestamps = state.withLock { state in
      defer { state.unreportedDrops = [] }
      state.willReport = false
      return state.unreportedDrops
    }
    for timestamp in timestamps where isOpen { reportDrop(timestamp) }
  }

  private var isOpen: Bool { state.withLock { !$0.hasEnded } }

  private func start(_ pending: Pending) {
    frames.async {
      // Not the frame: it would wait for a slow receiver with its answer.
      let timestamp = pending.timestamp
      guard self.isOpen else { return self.goOn { $0.droppedCount += 1 } }
      let answer = self.process(pending.frame, timestamp)
      self.answers.async {
        let isOpen = self.isOpen
        if isOpen { self.deliver(answer, timestamp) }
        self.goOn { state in
          state.unansweredCount -= 1
          state.droppedCount += isOpen ? 0 : 1
        }
      }
      self.goOn { $0.isBusy = false }
    }
  }

  /// Changes the state, and starts the frame that waits if it is its turn then.
  private func goOn(after change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      return state.takeNext()
    }
    if let next { start(next) }
  }
}

/// Answers that wait for a slow receiver, the one that it is at included; later frames wait, and are replaced, until it
/// is done with one of them. So memory stays flat, however slow it is.
package let answerLimit = 32

/// Reports of dropped frames that wait for a slow receiver; further ones are only counted.
package let dropReportLimit = 1024

/// The kinds of queues of live streams.
private enum StreamQueue {
  case frames, answers

  /// Tells on which kind of queue code runs; nil elsewhere.
  static let key = DispatchSpecificKey<StreamQueue>()
}
