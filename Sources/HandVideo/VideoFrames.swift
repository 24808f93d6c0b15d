import PixelImaging
import VisionTasks

/// The frames of a video for `results(of:policy:)` of a task in video mode: a Y4M clip, a folder of pictures in the
/// order of their names, or through the system's program `ffmpeg` MP4 and other video files.
///
/// ```swift
/// for try await frame in try recognizer.results(of: VideoFrames("hand.mp4"), policy: .block) {
///   print(frame.timestampInMilliseconds, try frame.get().hands.count)
/// }
/// ```
///
/// What an input is, its first bytes say. Frames are upright, at their own times, and keep their own size where that
/// changes within a clip. The sequence ends with an error when a frame or picture cannot be read.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct VideoFrames: AsyncSequence, Sendable {
  /// A frame with its time.
  public typealias Element = VideoFrame
  /// Why frames cannot be read.
  public typealias Failure = VideoError

  private let path: String
  private let interval: Duration?
  private let limits: ImageLimits
  private let patience: Int

  /// The frames of a video.
  ///
  /// - Parameters:
  ///   - path: a file, a pipe, a folder, or `-` for standard input.
  ///   - interval: the time from frame to frame; nil for the video's own, and 33 milliseconds for pictures.
  ///   - limits: limits on each frame.
  ///   - patience: the longest time in which nothing comes, in whole seconds.
  public init(
    _ path: String, interval: Duration? = nil, limits: ImageLimits = ImageLimits(), patience: Duration = .seconds(60)
  ) {
    self.path = path
    self.interval = interval
    self.limits = limits
    self.patience = patience.wholeSeconds
  }

  /// Starts reading; the video is opened with the first frame.
  public func makeAsyncIterator() -> FrameIterator {
    let milliseconds = interval.map { Swift.max($0 / .milliseconds(1), 0) }
    return FrameIterator { stop throws(VideoError) in
      let bounds = ReadingBounds(limits: limits, patience: patience, stop: stop)
      return try VideoInput.open(path, interval: milliseconds, bounds: bounds)
    }
  }
}
