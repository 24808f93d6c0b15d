import ArgumentParser
import Foundation
import GestureTraining
import HandRecording
import HandVideo
import Mudra
import PixelImaging

/// `mudra video`: hands in the frames of a video, tracked from frame to frame.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video", abstract: "Follows hands through a video and names their gestures.",
    discussion: """
      Mudra reads Y4M clips and folders of pictures itself, and MP4 and other video files through the program ffmpeg: \
      turned upright, with the time of each frame. Progress and frame rate go to standard error. If a video is cut \
      short, the results of its whole frames are printed and the exit status is 65.

      With --motions, a file of JSON Lines as this command prints them takes the place of a video: only the events of \
      motions are printed.
      """,
    examples: [
      "video clip.mp4", "video clip.mp4 --hands 2 --identities --events --json",
      "video clip.mp4 --hands 2 --smooth --annotate drawn.mp4",
      "video clip.mp4 --hands 2 --identities --motions my.motions --false-alarms 0.5",
    ])

  @Argument(
    help: """
      A video file or .y4m clip, ‘-’ for a clip from standard input, or a folder of pictures, in the order \
      of their names.
      """)
  var input: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time from frame to frame. By default the video's own, or 33 for a folder of pictures.", valueName: "ms"))
  var frameIntervalMs: Double?

  @Flag(help: "On a terminal, redraw one view for each frame instead of printing lines.")
  var live = false

  @OptionGroup(title: "Basics") var clip: ClipOptions
  @OptionGroup(title: "Following hands") var tracking: TrackingFlags
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Events") var events: EventOptions

  @OptionGroup var options: HandOptions

  func validate() throws {
    try OptionRange.check("--frame-interval-ms", frameIntervalMs, in: 1...3_600_000)
  }

  func run() throws {
    // A signal that came ends the program once its children have.
    defer { StopSignals.raisePending() }
    try follow()
  }

  private func follow() throws {
    if let motions = events.motions, MotionInput.isLines(input) { return try followTrack(motions) }
    var source = try CommandFailure.of { () throws(VideoError) in
      try VideoInput.open(
        input, interval: frameIntervalMs,
        bounds: ReadingBounds(limits: options.pictures.limits, patience: clip.maxWait))
    }
    var files = FileRoles(reading: source.paths + [try clip.task.bundlePath(options)])
    if let annotate = clip.annotate { try files.write(annotate, option: "--annotate \(annotate)") }
    if let output = clip.output { try files.write(output, option: "--output \(output)") }
    if !clip.quiet, let note = source.note { StandardStreams.note(note) }
    let view = live && options.basics.resultFormat == .text && isatty(STDOUT_FILENO) == 1 ? LiveView() : nil
    let writer = try ResultPrinter(options.basics.resultFormat, output: clip.output, events: events, view: view)
    let session = try options.videoSession(clip.task, gestures, tracking, events)
    var loop = try VideoLoop(session, clip: clip, writer: writer)
    try loop.run(&source)
  }

  /// The motions of landmarks that are there already.
  private func followTrack(_ path: String) throws {
    guard [.text, .json].contains(options.basics.resultFormat), clip.annotate == nil, clip.output == nil else {
      throw CommandFailure(input, "has no pictures: only events are printed, as text or JSON", .wrongUse)
    }
    let model = try MotionModel.read(path)
    let track = try MotionInput(hands: 2, model: nil, options.network, options.pictures).stream(input).track
    let printer = try ResultPrinter(options.basics.resultFormat, output: nil)
    do {
      var motions = try HandMotions(model: model, options: events.motionOptions)
      for frame in track.frames.prefix(clip.frames ?? .max) {
        try printer.write(motions.update(frame), source: input)
      }
      try printer.end(motions: motions.finish(), source: input)
    } catch let error as HandPoseError {
      throw CommandFailure(path, error.description)
    }
  }
}
