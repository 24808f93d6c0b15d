import Foundation
import PixelImaging

/// The frames of a video file of any other kind, through FFmpeg, at their own times.
struct FileSource: FrameSource {
  private let path: String
  private var reader: FFmpegReader
  private var clock: FrameClock

  /// The video of a path, which is open.
  init(_ path: String, _ video: OpenedVideo, clock: FrameClock, bounds: ReadingBounds) throws(VideoError) {
    self.path = path
    self.clock = clock
    let isNamed = video.isRegular && path != "-"
    if !video.isRegular, video.needsSeeking { try video.keepInFile() }
    if isNamed {
      reader = try FFmpegReader(.file(path), name: path, bounds: bounds)
    } else if video.isRegular {
      reader = try FFmpegReader(.openFile, descriptor: video.descriptor, name: video.name, bounds: bounds)
    } else {
      let pipe = try video.childPipe()
      defer { close(pipe) }
      reader = try FFmpegReader(.stream, descriptor: pipe, name: video.name, bounds: bounds)
    }
  }

  var paths: [String] { [path] }

  var frameCount: Int? { nil }

  var frameRate: Y4MFrameRate? { clock.rate(own: reader.frameRate) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    guard let frame = try reader.nextFrame() else { return nil }
    return SourceFrame(source: path, image: frame.image, timestamp: clock.next { _ in frame.timestamp })
  }
}
