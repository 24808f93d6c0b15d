import HandRecording
import HandVideo
import Mudra
import PixelImaging

/// Processes the frames of a video: results are printed as they arrive, and complete results before an error are kept.
struct VideoLoop {
  private let session: HandSession
  private let writer: ResultPrinter
  private var drawing: (any ClipWriter)?
  private let drawingPath: String?
  private let frameLimit: Int
  private let isQuiet: Bool
  private var sizes = FrameSizes()

  /// A loop with a session for video frames.
  ///
  /// - Parameters:
  ///   - clip: the clip to draw, and the most frames.
  ///   - writer: where results go.
  init(_ session: HandSession, clip: ClipOptions, writer: ResultPrinter) throws {
    self.session = session
    self.writer = writer
    drawing = try clip.writer()
    drawingPath = clip.annotate
    frameLimit = clip.frames ?? .max
    isQuiet = clip.quiet
  }

  /// Processes all frames. Throws the status if there were errors, which have been reported.
  mutating func run(_ source: inout any FrameSource) throws {
    var status = ExitStatus.done
    var lastSource = ""
    var progress = VideoProgress(total: source.frameCount, isShown: !isQuiet && !writer.isLive, isSummed: !isQuiet)
    try writer.begin()
    while progress.count < frameLimit, !StopSignals.isPending {
      do throws(CommandFailure) {
        guard let frame = try CommandFailure.of({ () throws(VideoError) in try source.nextFrame() }) else { break }
        let result = try session.frame(frame.image, source: frame.source, timestamp: frame.timestamp)
        lastSource = frame.source
        try writer.write(result)
        progress.frameDone()
        if let change = sizes.change(with: frame), !isQuiet { StandardStreams.note(change) }
        guard drawing != nil else { continue }
        let drawn = sizes.fitted(result.drawn())
        try CommandFailure.of { () throws(VideoError) in
          try drawing?.write(drawn, of: frame, rate: source.frameRate)
        }
      } catch {
        // Standard output cannot be written: the other frames would fail as well.
        if error.path == "standard output" { throw error }
        StandardStreams.report(error)
        status = max(status, error.status)
        // The clip cannot be written: the other frames would fail as well.
        if error.path == drawingPath { break }
      }
    }
    do throws(CommandFailure) {
      try CommandFailure.of { () throws(VideoError) in try drawing?.finish() }
    } catch {
      StandardStreams.report(error)
      status = max(status, error.status)
    }
    try writer.end(session.finish(), motions: session.finishMotions(), source: lastSource)
    progress.end()
    guard status == .done else { throw status }
  }
}
