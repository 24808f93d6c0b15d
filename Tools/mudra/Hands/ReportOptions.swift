import ArgumentParser
import HandRecording
import Mudra

/// Options for what results say besides the hands.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Add the region in which each hand was searched for, its palm, and its values before smoothing.")
  var details = false

  @Flag(help: "List the candidates that were rejected, and why.")
  var reasons = false

  @Flag(help: "Add which fingers are bent, where they point, and where the palm faces.")
  var shape = false

  @Flag(help: "Add each hand's speed to the JSON (video only).")
  var motion = false

  @Flag(help: "Add OpenXR's 26 joints of each hand to JSON, with constant bone lengths: position, orientation, radius.")
  var skeleton = false

  @Flag(
    help: ArgumentHelp(
      "Add how far each landmark may be off, in palms, and how likely it is near its place (text and JSON).",
      discussion: "Each hand's landmarks are found once more for it, in a video in one frame of five."))
  var reliability = false

  @Flag(help: "Add how long each step took.")
  var timings = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add where each hand is in meters from a camera that sees this angle from left to right.",
      discussion: """
        Webcams have approximately 60 to 80 degrees; the wider the angle, the closer a hand is. Hands are taken to be \
        of average size.
        """,
      valueName: "degrees"))
  var fieldOfView: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The same for a calibrated camera: OpenCV's numbers in pixels, and the size of the pictures they are for.",
      valueName: "fx,fy,cx,cy,w,h"))
  var intrinsics: IntrinsicsArgument?

  func validate() throws {
    try OptionRange.check("--field-of-view", fieldOfView, in: 1...179)
    guard fieldOfView == nil || intrinsics == nil else {
      throw ValidationError("--field-of-view and --intrinsics exclude each other")
    }
  }

  /// Refuses what a format has no place for: nothing that was asked for is left out in silence.
  func check(_ format: ResultFormat) throws {
    let inJSON = [("--motion", motion), ("--skeleton", skeleton)]
    let inText = [
      ("--details", details), ("--reasons", reasons), ("--shape", shape), ("--reliability", reliability),
      ("--timings", timings), ("--field-of-view", fieldOfView != nil), ("--intrinsics", intrinsics != nil),
    ]
    if format != .json, let (name, _) = inJSON.first(where: \.1) {
      throw ValidationError("\(name) needs --format json, not \(format.rawValue)")
    }
    if format != .json, format != .text, let (name, _) = inText.first(where: \.1) {
      throw ValidationError("\(name) needs --format text or json, not \(format.rawValue)")
    }
  }

  /// The camera, if it is known.
  var camera: CameraModel? {
    intrinsics?.camera ?? fieldOfView.flatMap { try? CameraModel(fieldOfViewInDegrees: $0) }
  }

  /// The details to request from the library.
  var resultDetails: ResultDetails {
    var result: ResultDetails = []
    if details { result.insert(.hands) }
    if reasons { result.insert(.removed) }
    if shape { result.insert(.shapes) }
    if motion { result.insert(.motion) }
    if skeleton { result.insert(.skeleton) }
    if reliability { result.insert(.reliability) }
    return result
  }
}

/// A calibrated camera as an argument: `fx,fy,cx,cy,width,height`, in pixels.
struct IntrinsicsArgument: ExpressibleByArgument {
  /// The camera.
  let camera: CameraModel

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.prefix(4).compactMap { Float($0) }
    let size = words.dropFirst(4).compactMap { Int($0) }
    guard words.count == 6, numbers.count == 4, size.count == 2,
      let camera = try? CameraModel(
        fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3], width: size[0], height: size[1])
    else { return nil }
    self.camera = camera
  }
}
