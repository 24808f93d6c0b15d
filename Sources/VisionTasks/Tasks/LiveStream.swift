import Dispatch

/// Frames as they arrive: one is processed, one waits, and a newer frame replaces the waiting one.
///
/// Frames are processed one after another on one queue and results delivered on another, so that a slow receiver delays
/// later results but no frames, until ``answerLimit`` results wait for it. Every frame that was not replaced is
/// answered once, in order of time.
package final class LiveStream<Output: Sendable>: Sendable {
  /// What happened to a frame.
  package typealias Answer = Result<Output, TaskError>

  private struct Pending: Sendable {
    let frame: TaskFrame
    let timestamp: Int
  }

  private struct State {
    var waiting = FrameQueue<Pending>()
    var isBusy = false
    /// Frames that are being processed or whose result has not been delivered yet.
    var unansweredCount = 0
    /// Whether frames are taken.
    var isOpen = true
    /// Whether the receiver is not called anymore.
    var hasEnded = false
    var lastTimestamp: Int?
    /// Times of dropped frames not yet reported to the receiver, at most ``dropReportLimit``.
    var unreportedDrops: [Int] = []
    /// Whether a call of `reportDrops()` is on the queue of answers.
    var willReport = false

    /// The waiting frame, if it can be processed now.
    mutating func takeNext() -> Pending? {
      guard !isBusy, unansweredCount < answerLimit, let next = waiting.next() else { return nil }
      isBusy = true
      unansweredCount += 1
      return next
    }
  }

  private let state = Guarded(State())
  private let frames = DispatchQueue(label: "mudra.live-stream.frames", qos: .userInitiated)
  private let answers = DispatchQueue(label: "mudra.live-stream.answers", qos: .userInitiated)
  private let process: @Sendable (TaskFrame, _ timestamp: Int) -> Answer
  private let reportDrop: @Sendable (_ timestamp: Int) -> Void
  private let deliver: @Sendable (Answer, _ timestamp: Int) -> Void

  /// A stream without frames.
  ///
  /// - Parameters:
  ///   - process: processes a frame; called on a queue of the stream, one call at a time.
  ///   - reportDrop: receives the time of a replaced frame; called like `deliver`.
  ///   - deliver: takes a result; called on another queue of the stream, one call at a time.
  package init(
    process: @escaping @Sendable (TaskFrame, _ timestamp: Int) -> Answer,
    reportDrop: @escaping @Sendable (_ timestamp: Int) -> Void = { _ in },
    deliver: @escaping @Sendable (Answer, _ timestamp: Int) -> Void
  ) {
    self.process = process
    self.reportDrop = reportDrop
    self.deliver = deliver
    frames.setSpecific(key: StreamQueue.key, value: .frames)
    answers.setSpecific(key: StreamQueue.key, value: .answers)
  }

  /// The number of frames that were replaced by newer ones, or not answered before the end. All other accepted frames
  /// are answered. The replaced ones are reported to the receiver, except while ``dropReportLimit`` reports wait for
  /// it.
  package var droppedCount: Int { state.withLock { $0.waiting.droppedCount } }

  /// Takes a frame and returns at once.
  ///
  /// - Throws: for a time that is not after that of the last frame, replaced frames included; such a frame has no
  ///   effect. Also after the end.
  package func submit(_ frame: TaskFrame, timestamp: Int) throws(TaskError) {
    // A replaced frame is released outside the lock, since its owner may do anything then.
    let (next, replaced) = try state.withLock { (state) throws(TaskError) -> (Pending?, Pending?) in
      guard state.isOpen else { throw .closed }
      if let previous = state.lastTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      state.lastTimestamp = timestamp
      let replaced = state.waiting.add(Pending(frame: frame, timestamp: timestamp))
      if let dropped = replaced?.timestamp, state.unreportedDrops.count < dropReportLimit {
        state.unreportedDrops.append(dropped)
        // Within the lock, so that a drop is reported before later frames are.
        if !state.willReport { answers.async { self.reportDrops() } }
        state.willReport = true
      }
      return (state.takeNext(), replaced)
    }
    withExtendedLifetime(replaced) {}
    if let next { start(next) }
  }

  /// Ends the stream, and waits for the frame being processed and for a running call of the receiver. After that, there
  /// are no more calls and no frame's memory is read.
  ///
  /// May be called on any thread, and more than once. When called by a receiver, it does not wait for receivers, which
  /// might be waiting for each other.
  package func close() {
    end()
    let queue = DispatchQueue.getSpecific(key: StreamQueue.key)
    if queue != .frames { frames.sync {} }
    guard queue == nil else { return }
    answers.sync {}
    // A frame taken just before the end comes after the ones waited for; it counts as dropped.
    frames.sync {}
  }

  /// Takes no more frames, waits until those that were taken are answered, and ends the stream as ``close()`` does.
  ///
  /// When called by a receiver, which answers cannot wait for, it only closes.
  package func finish() {
    state.withLock { $0.isOpen = false }
    guard DispatchQueue.getSpecific(key: StreamQueue.key) == nil else { return close() }
    // A waiting frame starts when the one before it is done, or delivered.
    while state.withLock({ !$0.waiting.isEmpty || $0.unansweredCount > 0 }) {
      frames.sync {}
      answers.sync {}
    }
    close()
  }

  /// Drops the waiting frame. The one being processed is finished, and no more calls of the receiver begin.
  package func end() {
    let waiting = state.withLock { state in
      (state.isOpen, state.hasEnded) = (false, true)
      return state.waiting.removeAll()
    }
    withExtendedLifetime(waiting) {}
  }

  /// Reports the drops so far to the receiver, unless the stream ends in the meantime.
  private func reportDrops() {
    let timestamps = state.withLock { state in
      defer { state.unreportedDrops = [] }
      state.willReport = false
      return state.unreportedDrops
    }
    for timestamp in timestamps where delivers { reportDrop(timestamp) }
  }

  private var delivers: Bool { state.withLock { !$0.hasEnded } }

  private func start(_ pending: Pending) {
    frames.async {
      // Captures the time rather than the frame, which would be kept until a slow receiver takes its result.
      let timestamp = pending.timestamp
      guard self.delivers else { return self.goOn { $0.waiting.countDrop() } }
      let answer = self.process(pending.frame, timestamp)
      self.answers.async {
        let delivers = self.delivers
        if delivers { self.deliver(answer, timestamp) }
        self.goOn { state in
          state.unansweredCount -= 1
          if !delivers { state.waiting.countDrop() }
        }
      }
      self.goOn { $0.isBusy = false }
    }
  }

  /// Changes the state, and then starts the waiting frame if it can be processed.
  private func goOn(after change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      return state.takeNext()
    }
    if let next { start(next) }
  }
}

/// The maximum number of results waiting for a slow receiver, including the current one; later frames wait, and are
/// replaced, until it is done with one of them. So memory stays bounded, however slow it is.
package let answerLimit = 32

/// The maximum number of reports of dropped frames waiting for a slow receiver; further ones are only counted.
package let dropReportLimit = 1024

/// The kinds of queues of live streams.
private enum StreamQueue {
  case frames, answers

  /// The kind of queue on which code runs; nil elsewhere.
  static let key = DispatchSpecificKey<StreamQueue>()
}
