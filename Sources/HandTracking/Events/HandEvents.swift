import VisionTasks

/// The events of the hands in a sequence of results. It throws their errors only: on Apple's systems, that needs macOS
/// 15, iOS 18.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct HandEvents<Results: AsyncSequence>: AsyncSequence where Results.Element == GestureRecognizerResult {
  /// Something that happened to a hand.
  public typealias Element = HandEvent
  /// The error type of the results.
  public typealias Failure = Results.Failure

  private let results: Results
  private let detector: HandEventDetector

  init(_ results: Results, _ detector: HandEventDetector) {
    self.results = results
    self.detector = detector
  }

  /// Takes the results one by one and returns their events. At the end of the results, every hand is lost.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var results: Results.AsyncIterator
    private var detector: HandEventDetector
    private var waiting: ArraySlice<HandEvent> = []
    private var hasEnded = false

    fileprivate init(_ results: Results.AsyncIterator, _ detector: HandEventDetector) {
      self.results = results
      self.detector = detector
    }

    /// The next event; nil after the last one.
    ///
    /// - Throws: the error of the results.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Results.Failure) -> HandEvent? {
      while waiting.isEmpty, !hasEnded {
        if let result = try await results.next(isolation: actor) {
          waiting = detector.update(result)[...]
        } else {
          waiting = detector.finish()[...]
          hasEnded = true
        }
      }
      return waiting.popFirst()
    }

    /// The next event; nil after the last one.
    ///
    /// - Throws: the error of the results.
    public mutating func next() async throws(Results.Failure) -> HandEvent? {
      try await next(isolation: nil)
    }
  }

  /// Begins with the first result to arrive.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(results.makeAsyncIterator(), detector)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension HandEvents: Sendable where Results: Sendable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AsyncSequence where Element == GestureRecognizerResult {
  /// The events of the hands in these results: hands that appear and are lost, gestures that begin, change and end.
  ///
  /// - Throws: `TaskError.invalidThreshold` or `TaskError.invalidNumber` for invalid options.
  public func handEvents(
    _ options: GestureEventOptions = GestureEventOptions()
  ) throws(TaskError) -> HandEvents<Self> {
    HandEvents(self, try HandEventDetector(options))
  }
}
