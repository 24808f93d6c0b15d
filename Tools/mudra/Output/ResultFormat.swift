import ArgumentParser
import HandRecording

/// How results are printed.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
  /// For a person.
  case text
  /// A line of JSON for each picture or frame: `mudra.result/1`.
  case json
  /// Comma-separated values: a row for each landmark.
  case csv
  /// Comma-separated values: a row for each hand.
  case csvHands = "csv-hands"
  /// Arrays in one file for NumPy; see ``LandmarkArchive``.
  case npz

  /// The line before all results, if there is one.
  var header: String? {
    switch self {
    case .text, .json, .npz: nil
    case .csv: CSVRows.landmarkHeader
    case .csvHands: CSVRows.handHeader
    }
  }

  /// The lines of a result, without the last line's end. Never empty, but for `npz`, which has no lines.
  func text(of result: SessionResult) -> String {
    switch self {
    case .text: result.text
    case .json: result.json
    case .csv: CSVRows.landmarks(of: result)
    case .csvHands: CSVRows.hands(of: result)
    case .npz: ""
    }
  }

  /// The line of an event; nil where the format has none.
  func text(of event: VideoEvent) -> String? {
    switch self {
    case .text: event.text
    case .json: event.json.text
    case .csv, .csvHands, .npz: nil
    }
  }
}
