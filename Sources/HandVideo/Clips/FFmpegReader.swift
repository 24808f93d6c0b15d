import PixelImaging

/// The frames of a video file, through FFmpeg.
struct FFmpegReader {
  private let path: String
  private let child: ChildProcess
  private var frames: MatroskaReader
  private var hasEnded = false

  /// Starts reading a file.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - limits: limits on the size of frames.
  ///   - patience: the most seconds without a byte.
  init(_ path: String, limits: ImageLimits, patience: Int) throws(VideoError) {
    self.path = path
    let program = try FFmpeg.path(for: path)
    do {
      child = try ChildProcess(
        program, FFmpeg.readingArguments(path, limits: limits), pipe: .standardOutput, patience: patience)
    } catch {
      throw VideoError(path, .programMissing(FFmpeg.reason(error)))
    }
    frames = MatroskaReader(ChildBytes(child), limits: limits)
  }

  /// Frames per second, if the file states them; after the first frame.
  var frameRate: Y4MFrameRate? { Y4MFrameRate(1_000_000_000, frames.frameDuration) }

  /// The next frame; nil after the last one, after an error, and when a signal has come.
  mutating func nextFrame() throws(VideoError) -> MatroskaReader.Frame? {
    guard !hasEnded else { return nil }
    hasEnded = true
    let failure: MatroskaReader.Failure?
    do {
      if let frame = try frames.nextFrame() {
        hasEnded = false
        return frame
      }
      failure = nil
    } catch .child(.interrupted) {
      return nil
    } catch {
      failure = error
    }
    if case .child(let reason) = failure { throw VideoError(path, .unusable(FFmpeg.reason(reason))) }
    if case .image(let reason) = failure { throw VideoError(path, .image(reason)) }
    let end = child.finish()
    // What FFmpeg says is closer to the cause than how its output ends.
    if let note = child.notes.summary {
      let isForeign = note.contains("not on whitelist")
      throw VideoError(path, .unusable(isForeign ? "is no video of a kind that is read" : "ffmpeg: \(note)"))
    }
    if case .malformed(let reason) = failure { throw VideoError(path, .unusable("what ffmpeg gives is malformed: \(reason)")) }
    guard end == .exit(0) else { throw VideoError(path, .unusable(FFmpeg.reason(end))) }
    return nil
  }
}
