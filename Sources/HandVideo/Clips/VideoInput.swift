import Foundation
import MudraPlatform
import PixelImaging

/// What a video is read from: a folder of pictures, a Y4M clip, or a file that FFmpeg reads.
package enum VideoInput {
  /// Opens an input by what it is, not by its name.
  ///
  /// - Parameters:
  ///   - path: `-` for a clip on standard input, a clip, another video file, or a folder.
  ///   - interval: milliseconds between frames; nil for the video's own.
  ///   - limits: limits on the size of frames.
  ///   - patience: the most seconds that FFmpeg may do nothing.
  package static func open(
    _ path: String, interval: Double?, limits: ImageLimits, patience: Int
  ) throws(VideoError) -> any FrameSource {
    let clock = FrameClock(interval: interval)
    if path == "-" { return try ClipSource(path, clock: clock, limits: limits) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw refused(path) }
    if status.st_mode & S_IFMT == S_IFDIR { return try FolderSource(path, clock: clock, limits: limits) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw VideoError(path, .unusable("is not a regular file")) }
    let start = try firstBytes(of: path, count: 9)
    if start.starts(with: "YUV4MPEG2".utf8) { return try ClipSource(path, clock: clock, limits: limits) }
    guard !start.isEmpty else { throw VideoError(path, .unusable("the file is empty")) }
    guard !start.starts(with: [0x89] + "PNG".utf8), !start.starts(with: [0xFF, 0xD8, 0xFF]) else {
      throw VideoError(path, .unusable("is a picture, not a video; a folder of pictures is read as one"))
    }
    return try FileSource(path, clock: clock, limits: limits, patience: patience)
  }

  private static func refused(_ path: String) -> VideoError {
    errno == ENOENT
      ? VideoError(path, .missing("no such file")) : VideoError(path, .unreadable(String(cString: strerror(errno))))
  }

  private static func firstBytes(of path: String, count: Int) throws(VideoError) -> [UInt8] {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refused(path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = read(descriptor, &bytes, count)
    guard found >= 0 else { throw refused(path) }
    return Array(bytes.prefix(found))
  }
}
