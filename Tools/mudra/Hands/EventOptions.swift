import ArgumentParser
import HandRecording
import Mudra

/// Options for what happens to the hands of a video.
struct EventOptions: ParsableArguments {
  @Flag(help: "Report when hands appear and are lost, and when gestures begin, change and end.")
  var events = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Score at which a gesture can begin (default: 0.6).", valueName: "score"))
  var beginScore: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Score below which a gesture can end (default: 0.4).", valueName: "score"))
  var endScore: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a gesture must be seen before it begins (default: 100).", valueName: "ms"))
  var beginDelay: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a gesture must be absent before it ends (default: 150).", valueName: "ms"))
  var endDelay: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a hand must be absent before it is lost (default: 500).", valueName: "ms"))
  var lostDelay: Int?

  @Flag(help: "Report when the first hand begins and ends a touchless gesture: thumbsUp, thumbsDown or pinch.")
  var touchless = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames in a row that must show a touchless gesture (default: 3).", valueName: "n"))
  var touchlessFrames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ignore hands with a lower presence (default: 0.3).", valueName: "score"))
  var touchlessMinConfidence: Float?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the thumb must stick out to begin, in palms (default: 0.35).", valueName: "palms"))
  var thumbBegin: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the thumb must stay out, in palms (default: 0.15).", valueName: "palms"))
  var thumbEnd: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How close the fingertips must come to begin a pinch, in palms (default: 0.25).", valueName: "palms"))
  var pinchBegin: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far apart they may move before the pinch ends, in palms (default: 0.4).", valueName: "palms"))
  var pinchEnd: Double?

  @Flag(help: "Report when the first hand grabs and releases.")
  var grabs = false

  @Option(help: ArgumentHelp("Report the motions of a model of ‘mudra train motions’.", valueName: "my.motions"))
  var motions: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many false alarms of motions to accept a minute; with a lower number, more motions are missed (default: 1).",
      valueName: "n"))
  var falseAlarms: Double?

  @Flag(help: "Add to JSON how much hands pinch, grasp, point, zoom and rotate, named as in OpenXR.")
  var actions = false

  func validate() throws {
    try OptionRange.check("--false-alarms", falseAlarms, in: 0.01...60)
    if falseAlarms != nil, motions == nil { throw ValidationError("--false-alarms needs --motions") }
    for (name, isSet) in [
      ("--begin-score", beginScore != nil), ("--end-score", endScore != nil), ("--begin-delay", beginDelay != nil),
      ("--end-delay", endDelay != nil), ("--lost-delay", lostDelay != nil),
    ] where isSet && !events {
      throw ValidationError("\(name) needs --events")
    }
    for (name, isSet) in [
      ("--touchless-frames", touchlessFrames != nil), ("--touchless-min-confidence", touchlessMinConfidence != nil),
      ("--thumb-begin", thumbBegin != nil), ("--thumb-end", thumbEnd != nil), ("--pinch-begin", pinchBegin != nil),
      ("--pinch-end", pinchEnd != nil),
    ] where isSet && !touchless {
      throw ValidationError("\(name) needs --touchless")
    }
    do {
      _ = try HandEventDetector(gestureOptions)
    } catch {
      throw ValidationError("--events: \(error)")
    }
    do {
      _ = try TouchlessRecognizer(settings: touchlessSettings)
    } catch {
      throw ValidationError("--touchless: \(error)")
    }
  }

  /// Sets the options of motions and actions.
  func set(_ options: inout SessionOptions) throws(CommandFailure) {
    if let motions { options.motions = try MotionModel.read(motions) }
    options.motionOptions = motionOptions
    if grabs { options.grabs = GrabSettings() }
    if actions { options.actions = HandActionSettings() }
  }

  /// When a movement counts as a motion.
  var motionOptions: MotionOptions { MotionOptions(falseAlarmsPerMinute: falseAlarms ?? 1) }

  /// When gestures begin and end.
  var gestureOptions: GestureEventOptions {
    var options = GestureEventOptions()
    options.beginScore = beginScore ?? options.beginScore
    options.endScore = endScore ?? options.endScore
    options.beginDelayInMilliseconds = beginDelay ?? options.beginDelayInMilliseconds
    options.endDelayInMilliseconds = endDelay ?? options.endDelayInMilliseconds
    options.lostDelayInMilliseconds = lostDelay ?? options.lostDelayInMilliseconds
    return options
  }

  /// When touchless gestures begin and end.
  var touchlessSettings: TouchlessSettings {
    var settings = TouchlessSettings()
    settings.frameCount = touchlessFrames ?? settings.frameCount
    settings.minimumConfidence = touchlessMinConfidence ?? settings.minimumConfidence
    settings.thumbBegin = thumbBegin ?? settings.thumbBegin
    settings.thumbEnd = thumbEnd ?? settings.thumbEnd
    settings.pinchBegin = pinchBegin ?? settings.pinchBegin
    settings.pinchEnd = pinchEnd ?? settings.pinchEnd
    return settings
  }
}
