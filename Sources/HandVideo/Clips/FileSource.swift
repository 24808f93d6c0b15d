import PixelImaging

/// The frames of a video file of any other kind, through FFmpeg, at their own times.
struct FileSource: FrameSource {
  private let path: String
  private var reader: FFmpegReader
  private var clock: FrameClock

  /// The video of a path.
  ///
  /// - Parameter patience: the most seconds that FFmpeg may do nothing.
  init(_ path: String, clock: FrameClock, limits: ImageLimits, patience: Int) throws(VideoError) {
    self.path = path
    self.clock = clock
    reader = try FFmpegReader(path, limits: limits, patience: patience)
  }

  var paths: [String] { [path] }

  var frameCount: Int? { nil }

  var frameRate: Y4MFrameRate? { clock.rate(own: reader.frameRate) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    guard let frame = try reader.nextFrame() else { return nil }
    return SourceFrame(source: path, image: frame.image, timestamp: clock.next { _ in frame.timestamp })
  }
}
