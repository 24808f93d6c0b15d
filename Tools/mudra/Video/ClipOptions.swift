import ArgumentParser
import HandVideo
import Mudra
import PixelImaging

/// Options about the clip that is drawn, and about FFmpeg and cameras.
struct ClipOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the frames with the hands drawn on them, as a clip.",
      discussion: "Its ending says of what kind: .y4m, or through ffmpeg .mp4, .m4v, .mov or .mkv.",
      valueName: "out.mp4"))
  var annotate: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("End after so many frames.", valueName: "n"))
  var frames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest time that ffmpeg or a camera may do nothing.", valueName: "seconds"))
  var maxWait = 60

  func validate() throws {
    guard (1...86_400).contains(maxWait) else {
      throw ValidationError("--max-wait is \(maxWait), expected a number from 1 to 86400")
    }
    if let frames, frames < 1 { throw ValidationError("--frames is \(frames), expected at least 1") }
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
