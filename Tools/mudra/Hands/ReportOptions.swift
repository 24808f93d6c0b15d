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

  @Flag(help: "Add how fast each hand of a video moves to the JSON.")
  var motion = false

  @Flag(help: "Add how long each step took.")
  var timings = false

  /// The details to request from the library.
  var resultDetails: ResultDetails {
    var result: ResultDetails = []
    if details { result.insert(.hands) }
    if reasons { result.insert(.removed) }
    if shape { result.insert(.shapes) }
    if motion { result.insert(.motion) }
    return result
  }
}
