import ArgumentParser
import HandRecording
import HandVideo
import Mudra
import PixelImaging

/// The basic options of commands that follow hands from frame to frame.
struct ClipOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What to look for.", valueName: "task"))
  var task = SessionOptions.Task.gestures

  @Option(
    help: ArgumentHelp(
      "Write a clip of the frames with the hands drawn on them.",
      discussion: """
        The name ends in .y4m or, to be written by ffmpeg, in .mp4, .m4v, .mov or .mkv. Frames whose size differs from \
        the first are scaled to fit it, with black bars.
        """,
      valueName: "out.mp4"))
  var annotate: String?

  @Option(help: ArgumentHelp("The file for the arrays of --format npz.", valueName: "out.npz"))
  var output: String?

  @Flag(help: "Print no progress and no notices, only errors.")
  var quiet = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Stop after N frames.", valueName: "n"))
  var frames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long ffmpeg or a camera may stay silent.", valueName: "seconds", visibility: .hidden))
  var maxWait = 60

  func validate() throws {
    try OptionRange.check("--max-wait", maxWait, in: 1...86_400)
    try OptionRange.check("--frames", frames, in: 1...)
    guard let annotate else { return }
    if InputFile.isFolder(annotate) { throw ValidationError("--annotate \(annotate): is a folder, not a file") }
    let name = annotate.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    guard FFmpegClip.handles(annotate) || ending == "y4m" || !name.contains(".") else {
      throw ValidationError(
        "--annotate \(annotate): expected a name that ends in .y4m, .mp4, .m4v, .mov or .mkv")
    }
  }

  /// The clip to write; nil if none is wanted.
  func writer() throws(CommandFailure) -> (any ClipWriter)? {
    guard let annotate else { return nil }
    guard FFmpegClip.handles(annotate) else { return Y4MClip(annotate) }
    return try CommandFailure.of { () throws(VideoError) in try FFmpegClip(annotate, patience: maxWait) }
  }
}
