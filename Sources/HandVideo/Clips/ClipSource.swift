import PixelImaging

/// The frames of a Y4M clip, from a file or standard input.
struct ClipSource: FrameSource {
  private let path: String
  private let video: OpenedVideo
  private let reader: Y4MReader
  private var clock: FrameClock

  /// The clip of a path, which is open; `-` for standard input.
  init(_ path: String, _ video: OpenedVideo, clock: FrameClock, limits: ImageLimits) throws(VideoError) {
    self.path = path
    self.video = video
    self.clock = clock
    do {
      reader = try Y4MReader(
        fileDescriptor: video.descriptor, start: video.isRegular ? [] : video.start, limits: limits)
    } catch {
      throw VideoError(video.name, .clip(error))
    }
  }

  var paths: [String] { [path] }

  var frameCount: Int? { nil }

  var frameRate: Y4MFrameRate? { clock.rate(own: reader.header.frameRate) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    do {
      guard let picture = try reader.nextFrame() else { return nil }
      let rate = reader.header.frameRate
      let timestamp = clock.next { rate?.milliseconds(ofFrame: $0) }
      return SourceFrame(source: path, image: PixelImage(picture), timestamp: timestamp)
    } catch {
      throw VideoError(video.name, .clip(error))
    }
  }
}
