import PixelImaging
import VisionTasks

/// The frames of a camera (Linux, V4L2) for `results(of:)` of a task in video mode.
///
/// ```swift
/// let options = GestureRecognizerOptions()
/// options.runningMode = .video
/// let recognizer = try GestureRecognizer(options: options)
/// for try await frame in try recognizer.results(of: CameraFrames()) {
///   print(try frame.get().hands.count)
/// }
/// ```
///
/// The camera is opened when the first frame is asked for. The newest frame is given each time, with the milliseconds
/// since the first. One that is damaged on its way is left out; ten of them in a row end the sequence with an error.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct CameraFrames: AsyncSequence, Sendable {
  /// A frame with its time.
  public typealias Element = VideoFrame
  /// Why frames cannot be read.
  public typealias Failure = VideoError

  private let device: String?
  private let width: Int
  private let height: Int
  private let rate: Double
  private let limits: ImageLimits
  private let patience: Int

  /// The frames of a camera.
  ///
  /// - Parameters:
  ///   - device: a file such as `/dev/video2`, or its number; nil for the first camera.
  ///   - width: the wanted width; the camera's nearest size is taken.
  ///   - height: the wanted height.
  ///   - rate: the wanted frames per second.
  ///   - limits: limits on each frame.
  ///   - patience: the longest time without a frame, in whole seconds.
  public init(
    _ device: String? = nil, width: Int = 640, height: Int = 480, rate: Double = 30,
    limits: ImageLimits = ImageLimits(), patience: Duration = .seconds(60)
  ) {
    self.device = device
    self.width = width
    self.height = height
    self.rate = rate
    self.limits = limits
    self.patience = patience.wholeSeconds
  }

  /// Starts reading; the camera is opened with the first frame.
  public func makeAsyncIterator() -> FrameIterator {
    FrameIterator { stop throws(VideoError) in
      let bounds = ReadingBounds(limits: limits, patience: patience, stop: stop)
      return try CameraList.source(device, width: width, height: height, rate: rate, bounds: bounds)
    }
  }
}
