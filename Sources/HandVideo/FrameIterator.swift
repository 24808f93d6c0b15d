import Dispatch
import VisionTasks

/// The frames of ``CameraFrames`` or ``VideoFrames``, one by one. Releasing it ends the camera or the child that reads.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class FrameIterator: AsyncIteratorProtocol {
  private let reader: FrameReader

  /// The frames of a source, which is opened with the first of them.
  package init(opening open: @escaping @Sendable (StopFlag) throws(VideoError) -> any FrameSource) {
    reader = FrameReader(opening: open)
  }

  deinit { reader.stop.raise() }

  /// The next frame; nil at the end, and when the Swift task is cancelled.
  ///
  /// - Throws: `VideoError` if the source cannot be opened or read any further; nil follows.
  public func next(isolation actor: isolated (any Actor)?) async throws(VideoError) -> VideoFrame? {
    try await reader.next().get()
  }
}

/// Reads frames on a queue of its own, since reading waits: opens the source with the first one.
private final class FrameReader: @unchecked Sendable {
  let stop = StopFlag()
  private let queue = DispatchQueue(label: "mudra.video-frames", qos: .userInitiated)
  private let open: @Sendable (StopFlag) throws(VideoError) -> any FrameSource
  // Used on the queue only.
  private var source: (any FrameSource)?
  private var hasEnded = false

  init(opening open: @escaping @Sendable (StopFlag) throws(VideoError) -> any FrameSource) {
    self.open = open
  }

  func next() async -> Result<VideoFrame?, VideoError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.read()) }
      }
    } onCancel: {
      stop.raise()
    }
  }

  private func read() -> Result<VideoFrame?, VideoError> {
    guard !hasEnded else { return .success(nil) }
    do throws(VideoError) {
      if source == nil { source = try open(stop) }
      if let frame = try nextWholeFrame() {
        return .success(VideoFrame(image: frame.image, timestampInMilliseconds: frame.timestamp))
      }
      end()
      return .success(nil)
    } catch {
      end()
      // Who wants no more frames wants no error either.
      return stop.isRaised ? .success(nil) : .failure(error)
    }
  }

  /// The next frame, without those that are damaged on their way from a camera.
  private func nextWholeFrame() throws(VideoError) -> SourceFrame? {
    while !stop.isRaised {
      do {
        return try source?.nextFrame()
      } catch {
        guard source?.survivesErrors == true else { throw error }
      }
    }
    return nil
  }

  private func end() {
    hasEnded = true
    source = nil
  }
}
