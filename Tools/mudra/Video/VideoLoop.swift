import Mudra
import PixelImaging

/// Processes the frames of a video: results are printed as they arrive, and complete results before an error are kept.
struct VideoLoop {
  private let task: HandTask
  private let writer: ResultPrinter
  private let drawing: String?

  /// A loop with a task in video mode.
  ///
  /// - Parameters:
  ///   - drawing: the clip to draw on, if any.
  ///   - writer: where results go.
  init(_ task: HandTask, drawing: String?, writer: ResultPrinter) {
    self.task = task
    self.drawing = drawing
    self.writer = writer
  }

  /// Processes all frames. Throws the status if there were errors, which have been reported.
  func run(_ source: VideoSource) throws {
    var source = source
    var status = ExitStatus.done
    var progress = VideoProgress(total: source.frameCount)
    var clip: Y4MWriter?
    try writer.begin()
    while true {
      do throws(CommandFailure) {
        guard let frame = try source.nextFrame() else { break }
        let result = try task.result(of: frame.image, source: frame.source, timestamp: frame.timestamp)
        try writer.write(result)
        progress.frameDone()
        try draw(result, rate: source.frameRate, with: &clip)
      } catch {
        // Standard output cannot be written: the other frames would fail as well.
        if error.path == "standard output" { throw error }
        StandardStreams.report(error)
        status = max(status, error.status)
        // The clip cannot be written: the other frames would fail as well.
        if error.path == drawing { break }
      }
    }
    try writer.end()
    progress.end()
    guard status == .done else { throw status }
  }

  /// Adds the frame with its hands drawn to the clip, which the first frame starts.
  private func draw(
    _ result: PictureResult, rate: Y4MFrameRate?, with clip: inout Y4MWriter?
  ) throws(CommandFailure) {
    guard let drawing else { return }
    do throws(Y4MError) {
      let picture = result.drawn()
      try Interruption.held(for: drawing) { () throws(Y4MError) in
        if clip == nil {
          clip = try Y4MWriter(path: drawing, width: picture.width, height: picture.height, frameRate: rate)
        }
        try clip?.write(picture)
      }
    } catch {
      // A frame of another size is an error of that frame alone.
      if case .otherSize = error { throw CommandFailure(result.source, error) }
      throw CommandFailure(drawing, error)
    }
  }
}
