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
      On Linux, through V4L2. On a terminal there is one view, drawn anew for each frame; elsewhere there are lines. \
      Frames that come while another one is in work are dropped. ^C ends it, and a clip is completed.
      """)

  @Argument(help: "The camera: a file such as /dev/video2, or its number. By default the first one.")
  var device: String?

  @Flag(help: "List the cameras with their sizes and rates, and end.")
  var list = false

  @Option(help: ArgumentHelp("The size of frames; the camera's nearest is taken.", valueName: "width×height"))
  var size = CameraSize(width: 640, height: 480)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames per second to ask for, which decides the format: NV12, YUYV or MJPEG.", valueName: "n"))
  var rate = 30.0

  @Option(help: ArgumentHelp("What to look for: gestures or landmarks.", valueName: "task"))
  var task = HandTask.Kind.gestures

  @OptionGroup(title: "Following hands") var tracking: TrackingFlags
  @OptionGroup(title: "Events") var events: EventOptions

  @Option(help: ArgumentHelp("The file for the arrays of --format npz.", valueName: "out.npz"))
  var output: String?

  @OptionGroup var options: HandOptions
  @OptionGroup var clip: ClipOptions

  func validate() throws {
    guard (1...1000).contains(rate) else {
      throw ValidationError("--rate is \(rate), expected a number from 1 to 1000")
    }
  }

  func run() throws {
    if list { return try printList() }
    // A signal that came ends the program once its children have.
    defer { StopSignals.raisePending() }
    try follow()
  }

  private func follow() throws {
    let (device, path) = try CommandFailure.of { () throws(VideoError) in try CameraList.open(self.device) }
    let task = try HandTask(self.task, options, tracking: tracking.options, runningMode: .video)
    let camera: CameraSource
    do {
      camera = try start(device, path)
    } catch {
      throw CommandFailure(CameraList.failure(path, error))
    }
    StopSignals.hold()
    StandardStreams.note("\(path): \(camera.description)")
    var source: any FrameSource = camera
    let isLive = options.resultFormat == .text && isatty(STDOUT_FILENO) == 1
    let view = isLive ? LiveView { camera.dropped } : nil
    let writer = try ResultPrinter(options.resultFormat, output: output, events: events, view: view)
    var loop = try VideoLoop(task, clip: clip, writer: writer)
    try loop.run(&source)
    StandardStreams.note("\(NumberText.count(camera.dropped, "frame")) dropped")
  }

  private func start(_ device: some CameraDevice, _ path: String) throws(CameraError) -> CameraSource {
    let modes = try CameraModes(device, width: size.width, height: size.height).modes
    guard let mode = CameraMode.best(of: modes, width: size.width, height: size.height, rate: rate) else {
      throw .noFormat
    }
    return try CameraSource(device, name: path, mode: mode, limits: options.pictures.limits, patience: clip.maxWait)
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
      try StandardStreams.print(options.json ? listing.json.text : listing.text)
      count += 1
    }
    guard count > 0 else { throw CommandFailure(CameraList.none) }
  }
}
