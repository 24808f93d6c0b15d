import PixelImaging

/// The frames of a video, through FFmpeg.
struct FFmpegReader {
  private let name: String
  private let limits: ImageLimits
  private let child: ChildProcess
  private var frames: MatroskaReader
  private var hasEnded = false

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - input: what FFmpeg reads.
  ///   - descriptor: its standard input, if it reads that.
  ///   - name: the name of the input in messages.
  ///   - bounds: limits on the size of frames, and on the time without a byte.
  init(
    _ input: FFmpeg.Input, descriptor: Int32? = nil, name: String, bounds: ReadingBounds
  ) throws(VideoError) {
    let arguments = FFmpeg.readingArguments(input, limits: bounds.limits)
    try self.init(arguments, descriptor: descriptor, name: name, bounds: bounds, holdsSignals: true)
  }

  /// Starts reading with other arguments, such as those for a picture.
  init(
    _ arguments: [String], descriptor: Int32?, name: String, bounds: ReadingBounds, holdsSignals: Bool
  ) throws(VideoError) {
    (self.name, limits) = (name, bounds.limits)
    let program = try FFmpeg.path(for: name)
    do {
      child = try ChildProcess(
        program, arguments, pipe: .standardOutput, standardInput: descriptor, patience: bounds.patience,
        stop: bounds.stop, holdsSignals: holdsSignals)
    } catch {
      throw VideoError(name, .programMissing(FFmpeg.reason(error)))
    }
    frames = MatroskaReader(ChildBytes(child), limits: bounds.limits)
  }

  /// Frames per second, if the file states them; after the first frame.
  var frameRate: Y4MFrameRate? { Y4MFrameRate(1_000_000_000, frames.frameDuration) }

  /// The next frame; nil after the last one, after an error, and when it is stopped.
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
    if case .child(let reason) = failure { throw unusable(FFmpeg.reason(reason)) }
    if case .image(let reason) = failure { throw VideoError(name, .image(reason)) }
    let end = child.finish()
    // What FFmpeg says is closer to the cause than how its output ends.
    if let note = child.notes.summary {
      if note.contains("not on whitelist") { throw unusable("is not a supported kind of video") }
      if let size = Self.refusedSize(note) {
        throw VideoError(name, .image(.tooLarge(width: size.width, height: size.height, limits: limits)))
      }
      throw unusable(note.contains("matches no streams") ? "has sound, but no pictures" : "ffmpeg: \(note)")
    }
    if case .malformed(let reason) = failure { throw unusable("what ffmpeg gives is malformed: \(reason)") }
    guard end == .exit(0) else { throw unusable(FFmpeg.reason(end)) }
    return nil
  }

  /// The size of a picture that FFmpeg refuses for its pixels, from what it says: “Picture size 1100x1000 exceeds …”.
  private static func refusedSize(_ note: String) -> (width: Int, height: Int)? {
    let words = note.split(separator: " ")
    guard let end = words.firstIndex(of: "exceeds"), end > 1, words[end - 2] == "size" else { return nil }
    let sides = words[end - 1].split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? (sides[0], sides[1]) : nil
  }

  private func unusable(_ reason: String) -> VideoError { VideoError(name, .unusable(reason)) }
}
