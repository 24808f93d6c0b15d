/// Results of frames as they arrive: returned by `results(of:policy:)` of a task.
///
/// ```swift
/// let results = try task.results(of: camera, policy: .latest)
/// for await frame in results {
///   print(frame.timestampInMilliseconds, try frame.get(), results.counts.dropped)
/// }
/// ```
///
/// A frame is processed when the loop asks for the next result, on a queue of the task; in the meantime, the source's
/// frames wait or are dropped, depending on the policy. So memory stays bounded, however slow the loop is. The sequence
/// ends with its source, when the Swift task of the loop is cancelled, and when the vision task is closed; waiting
/// frames are released then. It only throws the errors of the source: on Apple's systems, that needs macOS 15, iOS 18.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct FrameResults<Output: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let policy: FramePolicy
  private let counter = Guarded(FrameCounts())
  private let end: EndSignal
  private let answer: @Sendable (VideoFrame) async throws(TaskError) -> Output
  private let pump: @Sendable (FrameMailbox<Failure>) -> Task<Void, Never>

  /// Results of the frames of a source.
  ///
  /// - Parameters:
  ///   - frames: the source.
  ///   - policy: what happens to frames that arrive too fast.
  ///   - end: ends the sequence, even while it waits for a frame.
  ///   - answer: processes a frame; called once at a time.
  /// - Throws: `TaskError.invalidFrameBound` for a policy without space for a frame.
  package init<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy, end: EndSignal = EndSignal(),
    answer: @escaping @Sendable (VideoFrame) async throws(TaskError) -> Output
  ) throws(TaskError) where Frames.Element == VideoFrame, Frames.Failure == Failure {
    if case .bounded(let count) = policy, count < 1 { throw .invalidFrameBound(count) }
    self.policy = policy
    self.end = end
    self.answer = answer
    pump = { mailbox in
      Task {
        var iterator = frames.makeAsyncIterator()
        do throws(Failure) {
          while let frame = try await iterator.next(isolation: nil), await mailbox.put(frame) {
            // A source that never waits must not starve the loop.
            await Task.yield()
          }
          mailbox.finish(.success(()))
        } catch {
          mailbox.finish(.failure(error))
        }
      }
    }
  }

  /// What happened to the frames so far.
  public var counts: FrameCounts { counter.withLock { $0 } }

  /// Starts taking frames from the source.
  public func makeAsyncIterator() -> Iterator {
    let mailbox = FrameMailbox<Failure>(policy: policy, counts: counter)
    end.add(mailbox) { mailbox.close() }
    return Iterator(mailbox: mailbox, source: pump(mailbox), counter: counter, end: end, answer: answer)
  }

  /// Returns the results one by one. Releasing it stops the source.
  public final class Iterator: AsyncIteratorProtocol {
    private let mailbox: FrameMailbox<Failure>
    private let source: Task<Void, Never>
    private let counter: Guarded<FrameCounts>
    private let end: EndSignal
    private let answer: @Sendable (VideoFrame) async throws(TaskError) -> Output

    fileprivate init(
      mailbox: FrameMailbox<Failure>, source: Task<Void, Never>, counter: Guarded<FrameCounts>, end: EndSignal,
      answer: @escaping @Sendable (VideoFrame) async throws(TaskError) -> Output
    ) {
      self.mailbox = mailbox
      self.source = source
      self.counter = counter
      self.end = end
      self.answer = answer
    }

    deinit {
      stop()
    }

    /// The result of the next frame, or nil at the end.
    ///
    /// - Throws: the errors of the source of the frames.
    public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> FrameResult<Output>? {
      guard let (frame, droppedBefore) = try await mailbox.take() else {
        stop()
        return nil
      }
      let result: Result<Output, TaskError>
      do throws(TaskError) {
        result = .success(try await answer(frame))
        counter.withLock { $0.answered += 1 }
      } catch .closed, .cancelled {
        counter.withLock { $0.dropped += 1 }
        stop()
        return nil
      } catch {
        result = .failure(error)
        counter.withLock { $0.failed += 1 }
      }
      return FrameResult(
        timestampInMilliseconds: frame.timestampInMilliseconds, result: result, droppedBefore: droppedBefore)
    }

    private func stop() {
      end.remove(mailbox)
      mailbox.close()
      source.cancel()
    }
  }
}
