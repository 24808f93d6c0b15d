import Foundation
import MudraPlatform
import PixelImaging

/// What a video is read from: a folder of pictures, a Y4M clip, or a file that FFmpeg reads.
package enum VideoInput {
  /// Opens an input by what it is, not by its name.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input, a clip, another video file, a pipe, or a folder.
  ///   - interval: milliseconds between frames; nil for the video's own.
  ///   - bounds: limits on the size of frames and on waiting.
  package static func open(
    _ path: String, interval: Double?, bounds: ReadingBounds
  ) throws(VideoError) -> any FrameSource {
    let clock = FrameClock(interval: interval)
    if path != "-" {
      guard let kind = FileNames.kind(of: path) else { throw OpenedVideo.refused(path) }
      if kind == .folder { return try FolderSource(path, clock: clock, bounds: bounds) }
    }
    let video = try OpenedVideo(path, bounds: bounds)
    guard !video.start.isEmpty else { throw VideoError(video.name, .unusable("the file is empty")) }
    if video.start.starts(with: "YUV4MPEG2".utf8) {
      return try ClipSource(path, video, clock: clock, limits: bounds.limits)
    }
    guard PixelImage.EncodedFormat(firstBytes: video.start) == nil else {
      throw VideoError(video.name, .unusable("is a picture, not a video; a folder of pictures is read as one"))
    }
    if let format = FileFormat(firstBytes: video.start), !mayBeVideo(format) {
      throw VideoError(video.name, .unusable(format.sentence("not a video")))
    }
    return try FileSource(path, video, clock: clock, bounds: bounds)
  }

  /// Whether FFmpeg may find frames in a file of a known kind.
  private static func mayBeVideo(_ format: FileFormat) -> Bool {
    switch format {
    case .mp4, .quickTime, .matroska, .webM, .avi, .flashVideo, .transportStream, .programStream, .windowsMedia, .ogg,
      .gif, .avif:
      true
    default: false
    }
  }
}
