import ArgumentParser
import Foundation
import HandVideo
import Mudra
import PixelImaging

/// `mudra video`: hands in the frames of a video, tracked from frame to frame.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video", abstract: "Follows hands through a video and names their gestures.",
    discussion: """
      Y4M clips and folders of pictures are read by mudra itself, MP4 and other video files by the system's program \
      ffmpeg: turned upright, with the times of their frames. Progress and the frame rate go to standard error. A \
      video that is cut short ends with the results of its whole frames and exit status 65.
      """)

  @Argument(
    help: """
      A video file or .y4m clip, ‘-’ for a clip on standard input, or a folder of PNG or JPEG files, in the order \
      of their names.
      """)
  var input: String

  @Option(help: ArgumentHelp("What to look for: gestures or landmarks.", valueName: "task"))
  var task = HandTask.Kind.gestures

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time from frame to frame. By default the video's own, and 33 for pictures.", valueName: "ms"))
  var frameIntervalMs: Double?

  @Flag(help: "Show one view on a terminal, drawn anew for each frame, instead of lines.")
  var live = false

  @OptionGroup(title: "Following hands") var tracking: TrackingFlags
  @OptionGroup(title: "Events") var events: EventOptions

  @Option(help: ArgumentHelp("The file for the arrays of --format npz.", valueName: "out.npz"))
  var output: String?

  @OptionGroup var options: HandOptions
  @OptionGroup var clip: ClipOptions

  func validate() throws {
    if let interval = frameIntervalMs, !(1...3_600_000).contains(interval) {
      throw ValidationError("--frame-interval-ms is \(interval), expected a number from 1 to 3600000")
    }
  }

  func run() throws {
    // A signal that came ends the program once its children have.
    defer { StopSignals.raisePending() }
    try follow()
  }

  private func follow() throws {
    var source = try CommandFailure.of { () throws(VideoError) in
      try VideoInput.open(
        input, interval: frameIntervalMs, limits: options.pictures.limits, patience: clip.maxWait)
    }
    let inputs = ReadFiles(source.paths + [try self.task.bundlePath(options)])
    if let annotate = clip.annotate { try inputs.check(annotate, option: "--annotate \(annotate)") }
    if let output { try inputs.check(output, option: "--output \(output)") }
    let view = live && options.resultFormat == .text && isatty(STDOUT_FILENO) == 1 ? LiveView() : nil
    let writer = try ResultPrinter(options.resultFormat, output: output, events: events, view: view)
    let task = try HandTask(self.task, options, tracking: tracking.options, runningMode: .video)
    var loop = try VideoLoop(task, clip: clip, writer: writer)
    try loop.run(&source)
  }
}
