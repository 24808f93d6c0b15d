import ArgumentParser
import HandRecording
import Mudra

/// Writes the results of a command in its format: lines to standard output, arrays to a file at the end.
final class ResultPrinter {
  private let format: ResultFormat
  private var archive: LandmarkArchive?
  private let output: String?
  private let view: LiveView?

  /// A writer of nothing yet.
  ///
  /// - Parameters:
  ///   - format: the format of the options.
  ///   - output: the file for arrays.
  ///   - events: the events to tell of, in a video.
  ///   - view: a view on a terminal, which shows results in place of lines.
  init(_ format: ResultFormat, output: String?, events: EventOptions? = nil, view: LiveView? = nil) throws {
    self.view = view
    self.format = format
    self.output = output
    if format == .npz {
      guard let output else { throw ValidationError("--format npz needs --output with the name of the file") }
      guard !InputFile.isFolder(output) else { throw ValidationError("--output \(output): is a folder, not a file") }
      archive = LandmarkArchive()
    } else if output != nil {
      throw ValidationError("--output is for the arrays of --format npz; other results go to standard output")
    }
    if let events, events.events || events.touchless || events.grabs, format != .text, format != .json {
      throw ValidationError("--events, --touchless and --grabs need --format text or json, not \(format.rawValue)")
    }
    if let events, events.motions != nil, format != .text, format != .json {
      throw ValidationError("--motions needs --format text or json, not \(format.rawValue)")
    }
    if let events, events.actions, format != .json {
      throw ValidationError("--actions needs --format json, not \(format.rawValue)")
    }
  }

  /// Whether results are one view on a terminal, which other lines would break.
  var isLive: Bool { view != nil }

  /// Writes what comes before all results.
  func begin() throws(CommandFailure) {
    if let header = format.header { try StandardStreams.print(header) }
  }

  /// Writes a result and the events that it causes.
  func write(_ result: SessionResult) throws(CommandFailure) {
    guard archive == nil else {
      archive?.add(result)
      return
    }
    try StandardStreams.print(view?.text(of: result) ?? format.text(of: result))
    try write(VideoEvent.events(of: result))
  }

  /// Writes what comes after all results.
  ///
  /// - Parameters:
  ///   - events: those at the end of a video.
  ///   - motions: the motions that end with it.
  ///   - source: the video.
  func end(
    _ events: [HandEvent] = [], motions: [MotionEvent] = [], source: String = ""
  ) throws(CommandFailure) {
    try write(VideoEvent.events(events, motions, source: source))
    guard let archive, let output else { return }
    let bytes: [UInt8]
    do {
      bytes = try archive.encoded()
    } catch {
      throw CommandFailure(output, "cannot be written: the arrays take more than 2 GiB", .cannotWrite)
    }
    try OutputFile.write(bytes, to: output)
  }

  /// Writes events of a track, which has no pictures.
  func write(_ events: [MotionEvent], source: String) throws(CommandFailure) {
    try write(events.map { VideoEvent($0, source: source) })
  }

  private func write(_ events: [VideoEvent]) throws(CommandFailure) {
    for event in events {
      if let line = format.text(of: event) { try StandardStreams.print(line) }
    }
  }
}
