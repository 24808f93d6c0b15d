import ArgumentParser
import Mudra

/// `mudra video`: hands in the frames of a video, tracked from frame to frame.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video", abstract: "Follows hands through a video and names their gestures.",
    discussion: """
      Other videos become clips with FFmpeg: ffmpeg -i in.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - | mudra video -
      Progress and the frame rate go to standard error. A clip that is cut short ends with the results of its whole \
      frames and exit status 65.
      """)

  @Argument(
    help: "A .y4m clip, ‘-’ for one on standard input, or a folder of PNG or JPEG files, in the order of their names.")
  var input: String

  @Option(help: ArgumentHelp("What to look for: gestures or landmarks.", valueName: "task"))
  var task = HandTask.Kind.gestures

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time from frame to frame. By default a clip's own, and 33 for pictures.", valueName: "ms"))
  var frameIntervalMs: Double?

  @OptionGroup var options: HandOptions
  @OptionGroup(title: "Following hands") var tracking: TrackingFlags
  @OptionGroup(title: "Events") var events: EventOptions

  @Option(help: ArgumentHelp("The file for the arrays of --format npz.", valueName: "out.npz"))
  var output: String?

  @Option(help: ArgumentHelp("Write the frames with the hands drawn on them, as a clip.", valueName: "out.y4m"))
  var annotate: String?

  func validate() throws {
    if let interval = frameIntervalMs, !(1...3_600_000).contains(interval) {
      throw ValidationError("--frame-interval-ms is \(interval), expected a number from 1 to 3600000")
    }
    if let annotate, InputFile.isFolder(annotate) {
      throw ValidationError("--annotate \(annotate): is a folder, not a file")
    }
  }

  func run() throws {
    let source = try VideoSource(input, interval: frameIntervalMs, limits: options.pictures.limits)
    let inputs = ReadFiles(source.paths + [try self.task.bundlePath(options)])
    if let annotate { try inputs.check(annotate, option: "--annotate \(annotate)") }
    if let output { try inputs.check(output, option: "--output \(output)") }
    let writer = try ResultPrinter(options.resultFormat, output: output, events: events)
    let task = try HandTask(self.task, options, tracking: tracking.options, runningMode: .video)
    try VideoLoop(task, drawing: annotate, writer: writer).run(source)
  }
}
