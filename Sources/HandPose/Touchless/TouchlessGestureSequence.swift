/// The changes of the touchless gesture over a sequence of observations, one for each frame.
///
/// Nothing is buffered: frames are requested when the next change is.
public struct TouchlessGestureSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == HandPoseObservation? {
  private let base: Base
  private let recognizer: TouchlessRecognizer

  fileprivate init(_ base: Base, recognizer: TouchlessRecognizer) {
    self.base = base
    self.recognizer = recognizer
  }

  /// The state of one iteration over the frames.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate var recognizer: TouchlessRecognizer

    /// The next change; nil when the frames have ended.
    ///
    /// - Throws: the errors of the observations.
    public mutating func next() async throws -> TouchlessGesture? {
      while let observation = try await base.next() {
        if let gesture = recognizer.update(with: observation) { return gesture }
      }
      return nil
    }
  }

  /// An iterator that begins at rest.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), recognizer: recognizer)
  }
}

extension TouchlessGestureSequence: Sendable where Base: Sendable {}

extension AsyncSequence where Element == HandPoseObservation? {
  /// The changes of the touchless gesture, as in `for try await gesture in hands.touchlessGestures()`.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public func touchlessGestures(
    settings: TouchlessSettings = TouchlessSettings()
  ) throws(HandPoseError) -> TouchlessGestureSequence<Self> {
    TouchlessGestureSequence(self, recognizer: try TouchlessRecognizer(settings: settings))
  }
}
