import ArgumentParser
import HandRecording
import Mudra

/// Options for what results say besides the hands.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Say where each hand was searched for, the palm it was found by, and its values before smoothing.")
  var details = false

  @Flag(help: "Say what was taken for a hand and is none, and by which rule: why nothing is found.")
  var reasons = false

  @Flag(help: "Say which fingers are bent, where they point, and where the palm faces.")
  var shape = false

  @Flag(help: "Say how long each step took.")
  var timings = false

  @Flag(help: "Give the embedding of each hand, by which its gesture is named, in JSON; only of gestures.")
  var embedding = false

  /// The details to request from the library.
  var resultDetails: ResultDetails {
    var result: ResultDetails = []
    if details { result.insert(.hands) }
    if reasons { result.insert(.removed) }
    if embedding { result.insert(.embeddings) }
    return result
  }

  /// What results say besides the hands.
  var contents: ReportContents {
    var contents: ReportContents = []
    if details { contents.insert(.details) }
    if reasons { contents.insert(.reasons) }
    if shape { contents.insert(.shape) }
    return contents
  }
}
