import ArgumentParser
import Foundation
import HandRecording
import HandVideo
import Mudra
import PixelImaging

/// `mudra camera`: hands in front of a camera.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera", abstract: "Follows hands in front of a camera and names their gestures.",
    discussion: """
      For Linux, through V4L2. A terminal shows one view that is redrawn for each frame; other outputs get lines. \
      Frames that arrive while another is being processed are dropped. ^C ends the program and completes a clip.
      """,
    examples: [
      "camera --list", "camera --hands 2 --identities --events",
      "camera /dev/video2 --size 1280x720 --annotate drawn.mp4",
    ])

  @Argument(help: "The camera: a file such as /dev/video2, or its number. By default the first one.")
  var device: String?

  @Flag(help: "List the cameras with their sizes and rates, then exit.")
  var list = false

  @Option(help: ArgumentHelp("Size of the frames; the camera's nearest is used.", valueName: "width×height"))
  var size = CameraSize(width: 640, height: 480)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second to ask for, which decides the format, such as NV12, YUYV or MJPEG.", valueName: "n"))
  var rate = 30.0

  @OptionGroup(title: "Basics") var clip: ClipOptions
  @OptionGroup(title: "Following hands") var tracking: TrackingFlags
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Events") var events: EventOptions

  @OptionGroup var options: HandOptions

  func validate() throws {
    try OptionRange.check("--rate", rate, in: 1...1000)
  }

  func run() throws {
    if list { return try printList() }
    // A signal that came ends the program once its children have.
    defer { StopSignals.raisePending() }
    try follow()
  }

  private func follow() throws {
    var files = FileRoles(reading: [try clip.task.bundlePath(options)])
    if let annotate = clip.annotate { try files.write(annotate, option: "--annotate \(annotate)") }
    if let output = clip.output { try files.write(output, option: "--output \(output)") }
    let session = try options.videoSession(clip.task, gestures, tracking, events)
    let bounds = ReadingBounds(limits: options.pictures.limits, patience: clip.maxWait)
    let camera = try CommandFailure.of { () throws(VideoError) in
      try CameraList.source(device, width: size.width, height: size.height, rate: rate, bounds: bounds)
    }
    StopSignals.hold()
    if !clip.quiet { StandardStreams.note("\(camera.paths[0]): \(camera.description)") }
    var source: any FrameSource = camera
    let isLive = options.basics.resultFormat == .text && isatty(STDOUT_FILENO) == 1
    let view = isLive ? LiveView { camera.dropped } : nil
    let writer = try ResultPrinter(options.basics.resultFormat, output: clip.output, events: events, view: view)
    var loop = try VideoLoop(session, clip: clip, writer: writer)
    try loop.run(&source)
    if !clip.quiet { StandardStreams.note("\(NumberText.count(camera.dropped, "frame")) dropped") }
  }

  private func printList() throws {
    var count = 0
    for path in CameraList.paths() {
      let listing: CameraListing
      do throws(CameraError) {
        let camera = try CameraModes(CameraList.device(path), width: size.width, height: size.height)
        listing = CameraListing(path: path, camera)
      } catch .notACamera {
        continue
      } catch {
        StandardStreams.report(CommandFailure(CameraList.failure(path, error)))
        continue
      }
      try StandardStreams.print(options.basics.json ? listing.json.text : listing.text)
      count += 1
    }
    guard count > 0 else { throw CommandFailure(CameraList.none) }
  }
}
