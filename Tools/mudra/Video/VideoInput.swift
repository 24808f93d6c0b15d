import Mudra
import PixelImaging

/// What a video is read from: a folder of pictures, a Y4M clip, or a file that FFmpeg reads.
enum VideoInput {
  /// Opens an input by what it is, not by its name.
  ///
  /// - Parameters:
  ///   - path: `-` for a clip on standard input, a clip, another video file, or a folder.
  ///   - interval: milliseconds between frames; nil for the video's own.
  ///   - limits: limits on the size of frames.
  ///   - patience: the most seconds that FFmpeg may do nothing.
  static func open(
    _ path: String, interval: Double?, limits: ImageLimits, patience: Int
  ) throws(CommandFailure) -> any FrameSource {
    let clock = FrameClock(interval: interval)
    if path == "-" { return try ClipSource(path, clock: clock, limits: limits) }
    if InputFile.isFolder(path) { return try FolderSource(path, clock: clock, limits: limits) }
    try InputFile.check(path)
    let start = try InputFile.firstBytes(of: path, count: 9)
    if start.starts(with: "YUV4MPEG2".utf8) { return try ClipSource(path, clock: clock, limits: limits) }
    guard !start.isEmpty else { throw CommandFailure(path, "the file is empty") }
    guard !start.starts(with: [0x89] + "PNG".utf8), !start.starts(with: [0xFF, 0xD8, 0xFF]) else {
      throw CommandFailure(path, "is a picture, not a video; a folder of pictures is read as one")
    }
    return try FileSource(path, clock: clock, limits: limits, patience: patience)
  }
}
