/// Passes frames from a source to the consumer of results; the policy says which of them wait.
///
/// The source calls ``put(_:)`` and ``finish(_:)``, the consumer ``take()``, each one call at a time. Any thread may
/// call ``close()``.
package final class FrameMailbox<Failure: Error>: Sendable {
  /// A frame, and the number of frames dropped since the previous one.
  package typealias Delivery = (frame: VideoFrame, droppedBefore: Int)

  private struct State {
    var waiting: FrameQueue<VideoFrame>
    /// The drops when the last frame was taken.
    var reportedDrops = 0
    /// How the source ended; nil while it continues.
    var end: Result<Void, Failure>?
    /// The sides that are suspended until something changes.
    var sleepingTaker: CheckedContinuation<Void, Never>?
    var sleepingSource: CheckedContinuation<Void, Never>?
  }

  private let policy: FramePolicy
  private let counts: Guarded<FrameCounts>
  private let state: Guarded<State>

  /// An empty mailbox that counts its frames in `counts`.
  package init(policy: FramePolicy, counts: Guarded<FrameCounts>) {
    self.policy = policy
    self.counts = counts
    let capacity = if case .bounded(let count) = policy { count } else { 1 }
    state = Guarded(State(waiting: FrameQueue(capacity: capacity)))
  }

  // MARK: Source

  /// Takes a frame from the source; with the policy `block`, returns once the consumer has taken it.
  ///
  /// - Returns: false if the mailbox is closed, and no more frames are wanted.
  package func put(_ frame: VideoFrame) async -> Bool {
    // A dropped frame is released outside the lock, since its owner may do anything then.
    let (isOpen, dropped, taker) = state.withLock { state in
      guard state.end == nil else { return (false, VideoFrame?.none, state.sleepingTaker.take()) }
      return (true, state.waiting.add(frame), state.sleepingTaker.take())
    }
    counts.withLock {
      $0.received += 1
      $0.dropped += isOpen && dropped == nil ? 0 : 1
    }
    taker?.resume()
    guard isOpen, policy == .block else { return isOpen }
    await sleep(as: \.sleepingSource) { $0.waiting.isEmpty || $0.end != nil }
    return state.withLock { $0.end == nil }
  }

  /// Signals that the source has ended. Waiting frames can still be taken.
  package func finish(_ end: Result<Void, Failure>) {
    let taker = state.withLock { state in
      state.end = state.end ?? end
      return state.sleepingTaker.take()
    }
    taker?.resume()
  }

  // MARK: Consumer

  /// The next frame, once there is one; nil at the end.
  ///
  /// Cancelling the caller closes the mailbox.
  /// - Throws: the error of the source, once.
  package func take() async throws(Failure) -> Delivery? {
    await withTaskCancellationHandler {
      await sleep(as: \.sleepingTaker) { !$0.waiting.isEmpty || $0.end != nil }
    } onCancel: {
      close()
    }
    let (next, source) = state.withLock { state -> (Result<Delivery?, Failure>, CheckedContinuation<Void, Never>?) in
      guard let frame = state.waiting.next() else {
        defer { state.end = .success(()) }
        return (state.end.map { $0.map { nil } } ?? .success(nil), nil)
      }
      let drops = state.waiting.droppedCount
      defer { state.reportedDrops = drops }
      return (.success((frame, drops - state.reportedDrops)), state.sleepingSource.take())
    }
    source?.resume()
    return try next.get()
  }

  /// Drops waiting frames and takes no more. May be called more than once.
  package func close() {
    let (dropped, sleeping) = state.withLock { state in
      state.end = .success(())
      return (state.waiting.removeAll(), [state.sleepingTaker.take(), state.sleepingSource.take()])
    }
    counts.withLock { $0.dropped += dropped.count }
    for side in sleeping { side?.resume() }
  }

  /// Waits until `isReady`; the code that changes the state wakes the sleeper.
  private func sleep(
    as side: WritableKeyPath<State, CheckedContinuation<Void, Never>?>, until isReady: (State) -> Bool
  ) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if isReady(state) { return true }
        state[keyPath: side] = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}
